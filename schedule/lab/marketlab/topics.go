package marketlab

// keywords is how many keywords a topic has, and so how many agents search it.
const keywords = 5

// topic is a first-level topic with its keywords.
type topic struct {
	name     string
	keywords [keywords]string
}

// topics are twelve topics in the manner of Yahoo's first level. The document's
// list is lost but for the first, news.
var topics = []topic{
	{"news", [keywords]string{"newspaper", "politics", "weather", "journalist", "broadcast"}},
	{"arts", [keywords]string{"painting", "sculpture", "theatre", "poetry", "museum"}},
	{"business", [keywords]string{"finance", "marketing", "investment", "industry", "employment"}},
	{"computers", [keywords]string{"software", "hardware", "internet", "programming", "database"}},
	{"education", [keywords]string{"university", "teacher", "school", "curriculum", "scholarship"}},
	{"entertainment", [keywords]string{"movie", "music", "television", "comics", "celebrity"}},
	{"government", [keywords]string{"parliament", "election", "military", "taxation", "embassy"}},
	{"health", [keywords]string{"medicine", "disease", "nutrition", "hospital", "fitness"}},
	{"recreation", [keywords]string{"football", "travel", "gardening", "fishing", "automobile"}},
	{"reference", [keywords]string{"dictionary", "encyclopedia", "library", "calendar", "statistics"}},
	{"science", [keywords]string{"biology", "astronomy", "chemistry", "physics", "geology"}},
	{"society", [keywords]string{"religion", "family", "holiday", "environment", "mythology"}},
}

// little are words of English that stand everywhere.
var little = []string{
	"the", "of", "and", "to", "a", "in", "is", "it", "that", "for", "on", "was",
	"with", "as", "are", "at", "by", "this", "from", "be", "or", "not", "have",
}

// vague are anchors that say nothing.
var vague = []string{"click here", "more", "home", "next", "read on", "link", "top of page", "details"}
