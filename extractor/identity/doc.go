// Package identity decides which pages of a site are the same, by the parts that never change (key stable).
//
// From second requests it learns which parts a site varies on one URL, and masks them. It also ignores parts that only
// repeat the URL. Two URLs are one page if they are then equal. There is no threshold of similarity, so every decision
// has a reason that can be shown. It learns at epochs, from evidence alone, and knows neither orders nor graphs.
//
//	identity.go     the knowledge about pages and URLs; joins the parts below
//	pages.go        the pages of the site, read from its journal; masked.go the same under masks, and refusals missing
//	                from the list of refusals
//	lessons.go      the input for learning masks: second requests, and pages that differ in their sessions; sites and
//	                kinds of URLs on which nothing varies
//	frames.go       texts that most pages have
//	classes.go      which pages are one; pages that came after the last epoch
//	alike.go        compares two pages with equal texts link by link
//	couples.go      pairs left open by that; names.go names for ids, such as branches of a repository
//	anatomy.go      links without the parts that repeat the page's URL; echoes.go texts that repeat it
//	trials.go       parameters that distinguish pages
//	canonical.go    rel=canonical with a second witness
//	rules.go        URLs that are aliases by rules, and URLs without sessions; tested.go where rules were tested
//	soft.go         "not found" pages sent with status 200; links that lead to no page
//	yield.go        the number of new pages from each shape of URL, and the shapes with too few
//	value_yield.go  the same by values of a parameter and by file extensions; the kinds of URLs counted
//	shares.go       divides a portion among directories and shapes
//	barren.go       kinds whose pages say nothing new and lead nowhere; texts unique to pages
//	deferred.go     the report on shapes that gave too little; exclude.go an exclude rule for each
package identity
