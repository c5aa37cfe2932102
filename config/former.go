package config

// former has the former names of settings, which keep working in settings
// files and in the environment.
func former() map[string]string {
	return map[string]string{
		"sites.max_level":         "sites.max_depth",
		"sites.downloads_at_once": "sites.connections_per_host",
	}
}

// currentName returns the name of the setting that a key stands for.
func currentName(section, key string) string {
	name := section + "." + key
	if now, ok := former()[name]; ok {
		return now
	}
	return name
}

// formerNames returns the former names of a setting.
func formerNames(name string) (names []string) {
	for old, now := range former() {
		if now == name {
			names = append(names, old)
		}
	}
	return names
}
