"""fetched_pages.py: pages as their readers see them, fetched again and compared, for check_true_pages.py.

It shares nothing with sitegraph: a page is read by Python's html.parser, and whatever differs between two requests for
one URL is what the site varies. Scripts, styles, comments, hidden inputs and nonces are no part of a page.
"""
import email.utils, html.parser, re, time, urllib.error, urllib.request
from urllib.parse import unquote_plus, urljoin, urlsplit

UNSEEN = ("script", "style", "template")
LINKS = {"a": "href", "area": "href", "link": "href", "img": "src", "iframe": "src"}
OWN = "\N{PILCROW SIGN}"  # replaces a value from the page's own URL


class Page(html.parser.HTMLParser):
    """One answer: pieces in order, each a kind ("tag", "text", "link") and what is written."""

    def __init__(self, url, body, clock):
        super().__init__()
        self.url, self.clock, self.pieces, self.canonical, self.unseen = url, clock, [], None, None
        self.feed(body)
        self.close()

    def handle_starttag(self, tag, attributes):
        found = {k: v or "" for k, v in attributes}
        if tag in UNSEEN:
            self.unseen = tag
        if tag in UNSEEN or tag == "input" and found.get("type") == "hidden":
            return
        link = found.pop(LINKS.get(tag), None)
        if tag == "link" and found.get("rel") == "canonical":
            self.canonical = urljoin(self.url, link)
        kept = [f"{k}={v}" for k, v in sorted(found.items()) if k != "nonce"]
        self.pieces.append(("tag", " ".join([tag] + kept)))
        if link is not None:
            self.pieces.append(("link", link if link.startswith("#") else urljoin(self.url, link)))

    def handle_endtag(self, tag):
        if tag == self.unseen:
            self.unseen = None

    def handle_data(self, data):
        words = data.split()
        if words and not self.unseen:
            # The time of the request is not part of the page.
            self.pieces.append(("text", " ".join("now" if w in self.clock else w for w in words)))

    def whole(self):
        return [part for kind, value in self.pieces for part in (value.split() if kind == "text" else [value])]

    def texts(self, own):
        """The words that are seen, with own values replaced; numbers, such as ages, are all the same."""
        words = (w for kind, value in self.pieces if kind == "text" for w in own.text(value).split())
        return ["0" if w.isdigit() else w for w in words]

    def links(self, own):
        return [own.link(value) for kind, value in self.pieces if kind == "link"]


class Own:
    """What two URLs do not share: names of parameters, and values of these and of the path."""

    def __init__(self, first, second):
        a, b = (set(parameters(u)) for u in (first, second))
        self.names = {name for name, _ in a ^ b}
        paths = [set(enumerate(urlsplit(u).path.split("/"))) for u in (first, second)]
        values = {value for _, value in a ^ b} | {unquote_plus(value) for _, value in paths[0] ^ paths[1]}
        # A name may also have spaces, or no namespace or folder.
        values |= {part for value in values for part in (value.replace("_", " "), re.split("[:/]", value)[-1])}
        values = sorted(filter(None, values), key=lambda v: (-len(v), v))
        self.pattern = re.compile("|".join(rf"(?<!\w){re.escape(v)}(?!\w)" for v in values) or "$^")

    def text(self, text):
        # A value in a path may be one part or two.
        return re.sub(f"{OWN}(/{OWN})+", OWN, self.pattern.sub(OWN, text))

    def link(self, url):
        path = self.text(unquote_plus(urlsplit(url).path))
        # A query with only own parameters, as in returntoquery=page%3DX, says how the reader came.
        rest = sorted(f"{k}={self.text(v)}" for k, v in parameters(url)
                      if k not in self.names and not {n for n, _ in parameters("?" + v) if "=" in v} & self.names)
        return path + "?" + "&".join(rest)


def parameters(url):
    """Pairs of decoded names and values; gitweb separates them by semicolons."""
    pairs = (p.partition("=") for p in re.split("[;&]", urlsplit(url).query) if p)
    return [(unquote_plus(k), unquote_plus(v)) for k, _, v in pairs]


def clock(date):
    """The seconds around a time as written on pages."""
    seconds = email.utils.parsedate_to_datetime(date).timestamp() if date else time.time()
    return {time.strftime("%H:%M:%S", time.gmtime(seconds + n)) for n in range(-3, 4)}


class Site:
    """The answers of a site, each URL asked for as often as a comparison needs."""

    def __init__(self):
        self.answers, self.requests = {}, 0

    def page(self, url, number):
        known = self.answers.setdefault(url, [])
        while len(known) <= number:
            self.requests += 1
            request = urllib.request.Request(url, headers={"User-Agent": "check_true_pages"})
            try:
                answer = urllib.request.urlopen(request, timeout=60)
            except urllib.error.HTTPError as refused:
                answer = refused
            with answer:
                body = answer.read().decode("utf-8", "replace")
                known.append(Page(answer.url, f"<status {answer.status}>" + body, clock(answer.headers["Date"])))
        return known[number]

    def apart(self, first, second, view, times):
        """The places in which two pages differ, without those in which requests for one of them do; None if one has
        more places."""
        sides = [[view(self.page(url, n)) for n in range(times)] for url in (first, second)]
        if len({len(words) for side in sides for words in side}) > 1:
            return None
        places = enumerate(zip(*[map(set, zip(*side)) for side in sides]))
        return [n for n, (a, b) in places if a != b and len(a) == len(b) == 1]

    def agree(self, first, second, view):
        """Whether two pages are equal but for what differs between requests for one of them."""
        for times in (1, 2, 3, 10):
            apart = self.apart(first, second, view, times)
            # Two requests show nearly everything that varies. More are needed for times in milliseconds, often equal.
            if not apart or times == 2 and len(apart) > 4:
                return apart == []
        return False

    def equal(self, first, second):
        return self.agree(first, second, Page.whole)

    def echo(self, first, second):
        """Whether two pages differ only in values of their own URLs, in texts and links."""
        own = Own(first, second)
        return self.agree(first, second, lambda page: page.texts(own) + page.links(own))

    def different(self, first, second):
        """Whether readers see different words. Who names the URL of the other as canonical says that it is one page."""
        named = {page.canonical or page.url for page in (self.page(first, 0), self.page(second, 0))}
        if len(named) == 1:
            return False
        own = Own(first, second)
        return not self.agree(first, second, lambda page: page.texts(own))

    def difference(self, first, second, identity):
        """In what two pages differ first, for a human."""
        own = Own(first, second)
        for name, view in (("text", Page.texts), ("link", Page.links)):
            apart = self.apart(first, second, lambda page: view(page, own), 2)
            shown = [view(self.page(url, 0), own) for url in (first, second)]
            if apart is None:
                return f"the number of {name}s, {len(shown[0])} and {len(shown[1])}"
            if apart:
                words = [" ".join(words[apart[0]:apart[0] + (5 if name == "text" else 1)])[:150] for words in shown]
                return f"{name} {words[0]!r} and {words[1]!r}"
        return self.led(first, second, identity)

    def led(self, first, second, identity):
        """Where the links of two pages lead that differ only in values of their own URLs."""
        a, b = ([value for kind, value in self.page(url, 0).pieces if kind == "link"] for url in (first, second))
        apart = [pair for pair in zip(a, b) if identity(pair[0]) != identity(pair[1])]
        if apart:
            return f"{len(apart)} of {len(a)} links, which lead to other pages: {apart[0][0]} and {apart[0][1]}"
        return "nothing but values of the own URL"
