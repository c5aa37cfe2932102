// Package identity tells the pages of a site apart by what they show whenever they are asked (key stable).
//
// It learns from second requests what a site varies on one and the same URL, and masks that. It leaves out what only
// repeats the URL. Two URLs are one page if they are equal after that. There is no threshold of similarity, so every
// decision has a reason that can be shown. It learns at epochs, from evidence alone, and knows neither orders nor
// graphs.
//
//	identity.go   what was learnt about pages and URLs; it joins the parts below
//	pages.go      the pages of the site, read from its journal; masked.go the same without what is masked, and
//	              refusals that no list of refusals has
//	lessons.go    what masks are learnt from: second requests, and pages that differ in their sessions; sites and
//	              kinds of URLs on which nothing varies
//	frames.go     texts that most pages have
//	newcomers.go  pages that came after the last epoch
//	classes.go    which pages are one
//	alike.go      two pages of equal texts compared link by link
//	undecided.go  pairs that this leaves open; names.go names for ids, such as branches of a repository
//	anatomy.go    links without what repeats the page's own URL; echoes.go texts that repeat it
//	trials.go     parameters that tell pages apart
//	canonical.go  rel=canonical with a second witness
//	rules.go      URLs that rules make aliases, and URLs without their sessions; tested.go where rules were tested
//	soft.go       "not found" pages sent with status 200; links that lead to no page
//	yield.go      how many new pages each shape of URL gave, and which give too few
//	value_yield.go  the same by the values of a parameter and by file extensions; the kinds of URLs counted
//	shares.go     how a portion is divided among directories and shapes
//	barren.go     kinds whose pages say nothing new and lead nowhere; own_texts.go what pages say
//	deferred.go   the report on shapes that gave too little; exclude.go an exclude rule for each
package identity
