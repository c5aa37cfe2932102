// Package config turns settings.ini, the environment, the flags, hosts.txt and files of credentials into typed, checked
// values.
//
// Every setting has an entry in defaults.ini (key, default, description), a field in Settings, and a row in the table
// (type, bounds, flag). Everything else follows from them: parsing, the names of environment variables, the printed
// settings.ini and docs/settings.md.
//
// Flags override the environment, which overrides settings.ini, which overrides the defaults. Checks are strict: an
// unknown key or a bad value is an error that names file, line, key, value and what is allowed. All errors are reported
// at once.
package config
