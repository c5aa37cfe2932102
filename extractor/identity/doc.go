// Package identity tells the pages of a site apart by what they show whenever they are asked (key stable).
//
// What a site varies on one and the same URL is learnt from second requests and masked; what only repeats the URL is
// left out. Two URLs are one page if they are equal after that. There is no threshold of similarity, so every decision
// has a reason that can be shown. It learns at epochs, from evidence alone, and knows no order and no graph.
//
//	identity.go   what is known of pages and URLs, joined from the parts below
//	pages.go      the pages of the site, read from its journal; masked.go what the masks leave of them, and
//	              refusals that are on no known list
//	lessons.go    second requests, from which masks are learnt, and pages of other sessions, which are as good; sites
//	              and kinds of URLs on which nothing varies
//	frames.go     the texts that most pages have
//	newcomers.go  pages that came after the last lesson
//	classes.go    which pages are one: pages compared in steps
//	alike.go      two pages of equal texts compared link by link
//	undecided.go  the pairs that this leaves open; names.go ids that have names
//	anatomy.go    links without what only repeats the page's own URL; echoes.go where texts repeat it
//	trials.go     the parameters that tell pages apart
//	canonical.go  rel=canonical with a second witness
//	rules.go      URLs that rules make aliases, and URLs without their sessions; tested.go on which pages a rule was
//	              tested
//	soft.go       pages of what is missing, sent with status 200; the links that lead to no page
//	yield.go      what each shape of URL gave, and which give too little
//	value_yield.go  the same for the values of a parameter, and file extensions; the kinds of URLs that are counted
//	shares.go     whose turn it is: portions divided among directories and shapes
//	barren.go     kinds whose pages say nothing of their own, and lead nowhere; own_texts.go what pages say
//	deferred.go   the shapes that gave too little; exclude.go an exclude rule for each
package identity
