#!/usr/bin/python3
"""check_true_pages.py RESULT_FOLDER APPLICATION [EXACT_FOLDER [DUPLICATES GAIN]]: which URLs of a crawl were one page,
by the application's own ids. With the result folder of a crawl with the exact key, also hold the crawl against the bars:
the duplicates found and, unless the exact key saw the whole site, the true pages more, in percent.

An application says by itself what a URL shows: a view of objects with ids (a revision of a wiki page, a tree of git).
Two URLs are one true page if they show the same view of the same objects. The words by which an application says how
its reader came there belong to no object: "Reply to NAME", "Redirected from NAME", the page that a login form returns
to. What shows something else is another page: an old revision under its banner, another order, another part of a list.

Ids say more than pages show, and less: so pages whose judgement hangs on it are fetched and compared, by
fetched_pages.py. Merged URLs of different identity that show the same are one true page after all ("equal when
fetched"); if only values of their own URLs differ, in words or in links, they are listed for a human ("echo only").
URLs of one identity whose readers see different words are no duplicates ("different when fetched").

pairs       of two URLs with one identity, both fetched or left out as aliases; found: those with one page
duplicates  URLs beyond the first of their identity; found: those merged into a page of their identity
audited     merged URLs and their pages, at most 1,000; false: those of different identity, and all others, too
check_true_pages.py --self: check the examples at the end
"""
import collections, csv, glob, hashlib, json, os, re, sqlite3, subprocess, sys
from urllib.parse import parse_qsl, unquote, urlsplit

sys.dont_write_bytecode = True
import fetched_pages

csv.field_size_limit(1 << 27)
DATA = os.environ.get("APPLICATIONS_DATA", "/var/tmp/sitegraph-applications")
SITES = os.environ.get("SITES_DATA", "/var/tmp/sitegraph-sites")
MERGED = ("page", "alias-duplicate", "alias-canonical", "alias-rule")


def parts(url):
    """Path and parameters of a URL, decoded; of a parameter given twice the last one counts, as in PHP."""
    found = urlsplit(url)
    return unquote(found.path), dict(parse_qsl(found.query, keep_blank_values=True))


def rest(parameters, *known):
    """The parameters whose meaning the caller does not know, as a part of the identity."""
    return tuple(sorted((k, v) for k, v in parameters.items() if k not in known))


class Git:
    """Names of objects in the repositories of a folder, by git itself."""

    def __init__(self, folder):
        self.folder, self.processes, self.known, self.tips = folder, {}, {}, {}

    def name(self, project, name):
        """The id of an object, or None."""
        if not os.path.isdir(f"{self.folder}/{project}"):
            return None  # a link to another site
        if (project, name) not in self.known:
            if project not in self.processes:
                command = ["git", "-c", "safe.directory=*", f"--git-dir={self.folder}/{project}", "cat-file",
                           "--batch-check"]
                # If a name means an object of another type, git complains and answers that it is missing.
                self.processes[project] = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                                           stderr=subprocess.DEVNULL, text=True)
            process = self.processes[project]
            process.stdin.write(name + "\n")
            process.stdin.flush()
            answer = process.stdout.readline().split()
            self.known[project, name] = answer[0] if len(answer) == 3 and answer[1] != "missing" else None
        return self.known[project, name]

    def commit(self, project, name):
        return self.name(project, f"{name}^{{commit}}")

    def log(self, project, commit, path, skip):
        """The commits of a page of a log: those that changed a path."""
        key = project, commit, path, skip
        if key not in self.known:
            command = ["git", "-c", "safe.directory=*", f"--git-dir={self.folder}/{project}", "rev-list", "-51",
                       f"--skip={skip}", commit, "--", path]
            self.known[key] = tuple(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
        return self.known[key]

    def tip(self, project, commit):
        """Whether a branch or tag is at a commit."""
        if project not in self.tips:
            command = ["git", "-c", "safe.directory=*", f"--git-dir={self.folder}/{project}", "show-ref",
                       "--dereference", "--hash"]
            self.tips[project] = set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
        return commit in self.tips[project]

    def at(self, project, commit, path):
        """The file or folder that stands under a path in a commit."""
        return self.name(project, f"{commit}^{{tree}}" if not path else f"{commit}:{path.strip('/')}")


class Gitweb:
    """gitweb: the action, the project, and the objects that its names mean; a name left out means HEAD."""

    def __init__(self):
        self.git = Git(f"{DATA}/gitweb/git")

    def identity(self, url):
        q = dict(fetched_pages.parameters(url))
        project, action = q.get("p"), q.get("a")
        if not project:
            # The list of projects. Its default order is "project".
            return ("projects", action, q.get("o", "project"), rest(q, "a", "o"))
        action = action or "summary"
        page, base, name = int(q.get("pg", 0)), q.get("hb"), q.get("h")
        head = self.git.commit(project, base or name or "HEAD")
        more = rest(q, "p", "a", "h", "hb", "hp", "hpb", "f", "fp", "pg")
        if action in ("summary", "tags", "heads", "forks", "search_help"):
            return (action, project, more)
        if action in ("log", "shortlog"):
            return (action, project, self.git.commit(project, name or "HEAD"), q.get("f"), page, more)
        if action == "commit":
            return (action, project, self.git.commit(project, name or "HEAD"), more)
        if action == "commitdiff":
            commit = self.git.commit(project, name or "HEAD")
            # Without hp the diff is against the parent, or for a merge against all parents ("--cc").
            parents = [self.git.commit(project, f"{commit}^{n}") for n in (1, 2)]
            old = self.git.commit(project, q["hp"]) if "hp" in q else ("all parents" if parents[1] else parents[0])
            return (action, project, commit, old, more)
        if action == "tag":
            return (action, project, self.git.name(project, name), more)
        if action in ("tree", "blob"):
            # The page shows the commit's subject above the object, for blobs only if the URL names a commit.
            path = q.get("f")
            commit = self.git.commit(project, base or "HEAD") if action == "tree" or base else None
            shown = (self.git.name(project, f"{name}^{{{action}}}") if name else
                     self.git.at(project, commit or "HEAD", path))
            # A tree shows its commit's branches and tags only if the URL names the commit by hash.
            marked = action == "tree" and base == commit and self.git.tip(project, commit)
            return (action, project, shown, path, commit, marked, more)
        if action == "history":
            return (action, project, head, q.get("f"), page, more)
        if action == "blobdiff":
            sides = [self.git.commit(project, q[k]) if k in q else None for k in ("hb", "hpb")]
            blobs = [self.git.name(project, q[k]) if k in q else None for k in ("h", "hp")]
            return (action, project, *sides, *blobs, q.get("f"), q.get("fp", q.get("f")), more)
        if action == "search":
            return (action, project, self.git.commit(project, name or "HEAD"), q.get("s"), q.get("st", "commit"), page,
                    rest(q, "p", "a", "h", "s", "st", "pg"))
        return None


class Cgit:
    """cgit: the page, the repository, and the objects; id wins over h, and without both it is the branch of HEAD."""

    PAGES = ("summary", "refs", "log", "tree", "commit", "diff", "tag", "about", "stats", "blame", "plain")

    def __init__(self):
        self.git = Git(f"{DATA}/cgit/git")

    def identity(self, url):
        path, q = parts(url)
        steps = path.strip("/").split("/", 2)
        if not steps[0]:
            # Two orders list the repositories by name, two in reverse. The only owner that is searched for has
            # both repositories.
            return ("index", q.get("s") in ("owner", "idle")) if set(q) <= {"s", "q"} else None
        project, page, path = (steps + ["summary", ""])[:3] if len(steps) < 2 else (steps + [""])[:3]
        if page not in self.PAGES:
            return None
        branch = q.get("h", "HEAD")
        commit = self.git.commit(project, q.get("id", branch))
        more = rest(q, "h", "id", "id2", "ofs")
        if page == "summary":
            return (page, project, self.git.commit(project, branch), more)
        if page in ("refs", "about"):
            return (page, project, path, more)
        if page == "tag":
            return (page, project, self.git.name(project, branch), more)
        if page == "log":
            # The page shows its commits, but not where the log begins.
            skip = int(q.get("ofs", 0))
            shown = self.git.log(project, commit, path, skip) if path and commit and not more else commit
            return (page, project, shown, path, skip, more)
        if page in ("tree", "blame", "plain"):
            # The page does not show the commit, only the object.
            return (page, project, path, self.git.at(project, commit, path), more)
        if page == "commit":
            return (page, project, commit, path, more)
        old = q.get("id2") or f"{commit}^"
        return (page, project, commit, self.git.commit(project, old), path, more)


class WordPress:
    """WordPress: the post, term, author or date of a path by the database, and the page number."""

    def __init__(self):
        socket = f"{DATA}/wordpress/run/database.sock"

        def ask(query):
            command = ["mariadb", "--no-defaults", "-N", "-S", socket, "-u", "root", "wordpress", "-e", query]
            out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            return [line.split("\t") for line in out.splitlines()]
        self.posts = {}
        rows = ask("select ID, post_name, post_type, post_parent, date_format(post_date, '%Y/%m/%d') from wp_posts "
                   "where post_status in ('publish', 'inherit') and post_type in ('post', 'page', 'attachment')")
        paths = {}
        for number, name, kind, parent, date in rows:
            paths[number] = (name if kind == "page" else f"{date}/{name}", kind, parent)
        for number, (path, kind, parent) in paths.items():
            if kind == "attachment" and parent in paths:
                path = f"{paths[parent][0]}/{path.split('/')[-1]}"
            self.posts[path] = number
        self.terms = {(kind, slug): number for number, slug, kind in ask(
            "select t.term_id, slug, taxonomy from wp_terms t join wp_term_taxonomy x on t.term_id = x.term_id")}
        self.authors = {name: number for number, name in ask("select ID, user_nicename from wp_users")}

    def identity(self, url):
        path, q = parts(url)
        if path in ("/wp-login.php", "/wp-signup.php"):
            # The page does not show where the login form returns to.
            return ("login", q.get("action", "login"), rest(q, "action", "redirect_to", "reauth"))
        steps, number = [s for s in path.split("/") if s], int(q.get("paged", 1))
        more = rest(q, "replytocom", "paged")
        if steps[-2:-1] == ["page"] and steps[-1].isdigit():
            steps, number = steps[:-2], int(steps[-1])
        comments = 0
        if steps and (found := re.fullmatch(r"comment-page-(\d+)", steps[-1])):
            steps, comments = steps[:-1], int(found[1])
        name = "/".join(steps)
        if name in self.posts:
            # Only the form below the post differs. It answers another comment ("Reply to NAME").
            return ("post", self.posts[name], comments, more)
        if len(steps) == 2 and steps[0] in ("category", "tag"):
            kind = {"tag": "post_tag"}.get(steps[0], steps[0])
            return ("term", self.terms.get((kind, steps[1])), number, more)
        if len(steps) == 2 and steps[0] == "author":
            return ("author", self.authors.get(steps[1]), number, more)
        if steps and all(s.isdigit() for s in steps):
            return ("date", tuple(map(int, steps)), number, more)
        if not steps:
            for key, kind in (("p", "post"), ("page_id", "post"), ("attachment_id", "post")):
                if key in q:
                    return (kind, q[key], 0, rest(q, "replytocom", key))
            return ("home", number, more)
        return None


class DokuWiki:
    """DokuWiki: what is done, with the page's id, its revision and namespace."""

    def __init__(self):
        self.data = f"{DATA}/dokuwiki/data"

    def current(self, page):
        try:
            return str(int(os.stat(f"{self.data}/pages/{page.replace(':', '/')}.txt").st_mtime))
        except FileNotFoundError:
            return ""

    def identity(self, url):
        path, q = parts(url)
        page = (q.get("id") or "start").strip(":").lower()
        if path == "/lib/exe/detail.php":
            # Below the picture the page names the one that the reader came from, in the title and as a link. The
            # sidebar links to pages in that one's namespace, so another namespace is another page.
            return ("detail", q.get("media"), page.rpartition(":")[0], rest(q, "id", "media"))
        if path not in ("/", "/doku.php", "/index.php"):
            return None
        do = q.get("do") or ("index" if "idx" in q else "show")
        revision = q.get("rev", "")
        revision = "" if revision == self.current(page) else revision
        more = rest(q, "id", "do", "rev", "sectok", "idx", "ns", "first")
        if do in ("login", "register", "resendpwd"):
            # Below the form, and the next three, the page shows its file, its last change and the author.
            return (do, page, more)
        if do == "index":
            space = q["idx"] if "idx" in q else page.rpartition(":")[0]
            return (do, page, space.strip(":"), more)
        if do == "recent":
            return (do, page, int(q.get("first[0]", 0)), rest(q, "id", "do", "sectok", "first[0]"))
        if do == "media":
            return (do, page, q.get("ns", page.rpartition(":")[0]), more)
        if do in ("show", "edit"):
            return (do, page, revision, more)
        if do == "diff":
            pair = [q[k] for k in ("rev2[0]", "rev2[1]") if k in q]
            return (do, page, revision, *pair, rest(q, "id", "do", "rev", "rev2[0]", "rev2[1]"))
        if do in ("revisions", "backlink"):
            return (do, page, q.get("first", "0"), more)
        return None


class Fossil:
    """fossil: the page and the artifacts that prefixes of hashes and names mean."""

    PAGES = set("""info ci vinfo artifact technote tktview wiki whistory ci_tags timeline vdiff vpatch wdiff finfo file
        dir tree fileage annotate blame fdiff hexdump tkthistory tkttimeline leaves taglist brlist ticket reportlist
        rptview wcontent help stat reports sitemap sitemap-timeline sitemap-test skins bloblist bigbloblist uvlist
        wikihelp md_rules wiki_rules tktnew version pikchrshow ambiguous whatis wikiedit attachlist hash-collisions
        tagtimeline test-all-help""".split())
    HASHES = ("c", "p", "d", "dp", "f", "m", "from", "to", "id", "ci", "v1", "v2", "checkin", "origin", "fid")

    def __init__(self):
        db = sqlite3.connect(f"file:{DATA}/fossil/atlas.fossil?mode=ro&immutable=1", uri=True)
        self.blobs = sorted(r[0] for r in db.execute("select uuid from blob"))
        self.tickets = sorted(r[0] for r in db.execute("select tkt_uuid from ticket"))
        self.checkins = {r[0] for r in db.execute("select uuid from event join blob on rid = objid where type = 'ci'")}
        query = """select uuid from event join blob on rid = objid join tagxref x using(rid) join tag using(tagid)
            where type = 'ci' and tagtype > 0 and tagname = ? order by event.mtime desc limit 1"""
        self.tip = db.execute("select uuid from event join blob on rid = objid where type = 'ci' "
                              "order by event.mtime desc limit 1").fetchone()[0]
        names = [r[0] for r in db.execute("select tagname from tag where tagname like 'sym-%'")]
        self.names = {name[4:]: row[0] for name in names if (row := db.execute(query, (name,)).fetchone())}
        self.names |= {"tip": self.tip, "trunk": self.names.get("main", self.tip)}

    def hash(self, name):
        """The artifact or ticket that a name or the beginning of a hash means; the name itself if there is none."""
        if name in self.names:
            return self.names[name]
        if re.fullmatch("[0-9a-f]{4,64}", name):
            found = [b for b in self.blobs + self.tickets if b.startswith(name)]
            if len(found) == 1:
                return found[0]
        return name

    def identity(self, url):
        path, q = parts(url)
        page, _, name = path.strip("/").partition("/")
        q.pop("udc", None)  # stores the reader's choice in a cookie
        if page in ("", "home", "index"):
            return ("home", rest(q))
        if page in ("login", "cookies"):
            # Only a sentence for anonymous readers says where the login form returns to.
            return (page, rest(q, "g"))
        if name:
            q.setdefault("name", name)
        if page in self.PAGES:
            return self.view(page, q)
        return None

    def view(self, page, q):
        if page in ("info", "ci", "vinfo", "artifact", "tktview", "ci_tags", "wdiff", "technote", "hexdump"):
            key = "id" if page == "wdiff" else "name"
            shown = self.hash(q.pop(key, ""))
            if page in ("info", "ci", "vinfo") and shown in self.checkins:
                page = "check-in"
                if q.get("diff") == "2":  # side by side, as by default
                    del q["diff"]
            return (page, shown, rest(q))
        if page == "rptview":
            q["name"] = q.pop("rn", q.get("name"))
        if page == "dir" and q.get("type") == "flat":
            del q["type"]
        if page == "tree" and q.get("type") == "tree":
            del q["type"]
        return (page, tuple(sorted((k, self.hash(v) if k in self.HASHES else v) for k, v in q.items())))


class MediaWiki:
    """MediaWiki: the page, revision and action, by its database."""

    LOGIN = ("Userlogin", "UserLogin", "CreateAccount", "PasswordReset")

    def __init__(self):
        db = sqlite3.connect("file:" + os.path.join(SITES, "work", "mediawiki/site/db/wiki.sqlite") + "?mode=ro&immutable=1", uri=True)
        spaces = ["", "Talk", "User", "User talk", "Project", "Project talk", "File", "File talk", "MediaWiki",
                  "MediaWiki talk", "Template", "Template talk", "Help", "Help talk", "Category", "Category talk"]

        def text(value):
            return value.decode() if isinstance(value, bytes) else value
        self.pages, self.latest, self.redirects, self.around = {}, {}, {}, {}
        for number, space, title, latest, redirect in db.execute(
                "select page_id, page_namespace, page_title, page_latest, page_is_redirect from page"):
            full = (spaces[space] + ":" if space else "") + text(title)
            self.pages[full.replace(" ", "_")] = number
            self.latest[number] = latest
        for source, space, title in db.execute("select rd_from, rd_namespace, rd_title from redirect"):
            full = ((spaces[space] + ":" if space else "") + text(title)).replace(" ", "_")
            self.redirects[source] = self.pages.get(full)
        revisions = collections.defaultdict(list)
        for number, page in db.execute("select rev_id, rev_page from revision order by rev_timestamp, rev_id"):
            revisions[page].append(number)
        self.of = {number: page for page, numbers in revisions.items() for number in numbers}
        for numbers in revisions.values():
            for before, after in zip([None] + numbers, numbers):
                self.around[after] = before
        self.next = {before: after for after, before in self.around.items() if before}

    def title(self, name):
        name = re.sub("[ _]+", "_", name).strip("_")
        space, colon, rest_ = name.partition(":")
        if colon and space:
            return space[:1].upper() + space[1:] + ":" + rest_[:1].upper() + rest_[1:]
        return name[:1].upper() + name[1:]

    def identity(self, url):
        path, q = parts(url)
        if path.startswith("/wiki/"):
            q.setdefault("title", path[len("/wiki/"):])
        elif path not in ("/", "/index.php"):
            return None
        title = self.title(q.pop("title", "Main Page"))
        if title.startswith("Special:"):
            return self.special(title[len("Special:"):], q)
        action = q.pop("action", "view")
        if action == "edit" and "redlink" in q:
            del q["redlink"]  # the reader came by a link to a missing page
        page = self.pages.get(title, title)
        if "curid" in q:
            page = int(q.pop("curid"))
        if "diff" in q:
            return self.diff(page, q)
        revision = q.pop("oldid", "0")
        if revision not in ("0", ""):
            return self.revision(action, int(revision), q)
        if action == "view":
            q.pop("printable", None)
            # A redirect shows its target and "(Redirected from NAME)".
            if q.pop("redirect", "yes") != "no" and self.redirects.get(page):
                page = self.redirects[page]
            elif page in self.redirects:
                return ("redirect", page, rest(q))
        if action == "history" and q.get("limit") == "50":
            del q["limit"]
        return (action, page, rest(q))

    def revision(self, action, number, q):
        """An old revision stands under a banner with its time, so it is not the page itself, even the latest one."""
        direction = q.pop("direction", "")
        number = {"prev": self.around, "next": self.next}.get(direction, {}).get(number, number)
        return ("revision" if action == "view" else action, number, rest(q))

    def diff(self, page, q):
        old, new = q.pop("oldid", ""), q.pop("diff")
        if new in ("prev", "next", "cur") and old.isdigit():
            old = int(old)
            if new == "prev":
                old, new = self.around.get(old), old
            elif new == "next":
                new = self.next.get(old)
            else:
                new = self.latest.get(self.of.get(old))
        elif new.isdigit():
            new = int(new)
            old = int(old) if old.isdigit() else self.around.get(new)
        return ("diff", old, new, rest(q, "type"))

    def special(self, name, q):
        name, _, target = name.partition("/")
        if name in self.LOGIN:
            return (name.lower(), rest(q, "returnto", "returntoquery"))
        if target:
            q["target"] = target
        if q.get("limit") == "50":
            del q["limit"]  # the default
        for key in ("target", "page"):
            if key in q:
                q[key] = self.title(q[key])
        return ("special", name, rest(q))


APPLICATIONS = {"wordpress": WordPress, "dokuwiki": DokuWiki, "gitweb": Gitweb, "cgit": Cgit, "fossil": Fossil,
                "mediawiki": MediaWiki}


def table(folder, kind):
    path, = glob.glob(f"{folder}/*.{kind}.csv")
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f, escapechar="\\"))


class Count:
    """What became of the URLs of one crawl."""

    def __init__(self, rows, identity, same=None):
        self.found, self.same = {}, {} if same is None else same
        self.unknown, self.requests = [], 0
        self.page, self.url = {}, {}
        for row in rows:
            # URLs that a rule made aliases are not fetched and have no status.
            self.requests += row["status"] != "" or row["state"] == "failed"
            if row["state"] not in MERGED:
                continue
            key = row["normalized_url"]
            self.page[key], self.url[key] = row["page"] or key, row["url"]
            self.found[key] = identity(row["url"])
            if self.found[key] is None:
                self.unknown.append(row["url"])

    def identity(self, key):
        """The identity of a URL; the first of those that are one page when fetched."""
        found = self.found[key]
        while found in self.same:
            found = self.same[found]
        return found

    def join(self, first, second):
        """Hold two identities for one, since their pages are equal."""
        a, b = sorted((self.identity(first), self.identity(second)), key=repr)
        if a != b:
            self.same[b] = a

    def classes(self):
        """The URLs of each identity."""
        found = collections.defaultdict(list)
        for key in self.found:
            if (identity := self.identity(key)) is not None:
                found[identity].append(key)
        return found

    def merged(self):
        """Merged URLs and their pages with known identities, those of least hash first."""
        merged = [(k, p) for k, p in self.page.items() if k != p and self.found[k] and self.found.get(p)]
        return sorted(merged, key=lambda pair: hashlib.sha256(pair[0].encode()).digest())

    def audit(self, site, limit=300, sample=100):
        """Merged URLs that are equal though of different identities, those that only repeat their URL, and those that
        are false; among these are, of a sample, those of one identity of which readers see that they differ."""
        equal, echoes, false, classes = [], [], [], self.classes()
        for key, page in self.merged():
            pair = self.url[key], self.url[page]
            if self.identity(key) == self.identity(page):
                sample -= 1
                if sample >= 0 and site.different(*pair):
                    false.append((key, page))
                continue
            known = len(equal) + len(echoes) + len(false) < limit
            if known and site.equal(*pair):
                equal.append((key, page))
                self.join(key, page)
            elif known and self.echo(site, classes, key, page):
                echoes.append((key, page))
            else:
                false.append((key, page))
        return equal, echoes, false

    def echo(self, site, classes, key, page, limit=8):
        """Whether pages differ only in values of their own URLs: one of the first merged URLs of the one's identity and
        one of the other's. What is left out of a URL has another value in links, as "HEAD" or as a hash."""
        sides = [[u for u in sorted(classes[self.identity(side)]) if self.page[u] == page][:limit] or [side]
                 for side in (key, page)]
        return any(site.echo(self.url[a], self.url[b]) for a in sides[0] for b in sides[1])

    def bytes(self):
        """Hold for one what a crawl with the exact key found to be: its bytes are equal."""
        for key, page in self.merged():
            self.join(key, page)

    def variants(self, site, limit=200):
        """Pages of one identity that readers see to differ, of a sample; how many were compared, and how many are
        apart; and of each identity and page the number of its variant."""
        different, compared, missed, variant = [], 0, 0, {}
        classes = sorted(self.classes().items(), key=lambda c: hashlib.sha256(repr(c[0]).encode()).digest())
        for identity, keys in classes:
            pages = {self.page[k]: k for k in sorted(keys, reverse=True)}
            first, *others = sorted(pages, key=pages.get)
            missed += len(others)
            variants = [first]
            for page in others:
                if compared >= limit:
                    break
                compared += 1
                if (n := self.variant(site, pages, variants, page)) == len(variants):
                    variants.append(page)
                variant[identity, page] = n
                if n > 0:
                    different.append((pages[page], pages[first]))
        return different, compared, missed, variant

    def variant(self, site, pages, variants, page):
        """The first of the variants that a page looks like, or the number after them."""
        urls = [self.url[pages[p]] for p in variants]
        return next((n for n, url in enumerate(urls) if not site.different(url, self.url[pages[page]])), len(urls))

    def pairs(self, variant):
        """All pairs of one page, those found, all duplicates, those found, and examples of missed ones."""
        all_, found, duplicates, merged, missed = 0, 0, 0, 0, []
        classes = collections.defaultdict(list)
        for identity, keys in self.classes().items():
            for key in keys:
                classes[identity, variant.get((identity, self.page[key]), 0)].append(key)
        for (identity, _), keys in classes.items():
            pages = collections.Counter(self.page[k] for k in keys)
            all_ += len(keys) * (len(keys) - 1) // 2
            found += sum(n * (n - 1) // 2 for n in pages.values())
            duplicates += len(keys) - 1
            merged += len(keys) - len(pages)
            if len(pages) > 1:
                first = {self.page[k]: k for k in sorted(keys, reverse=True)}
                missed.append((len(pages) - 1, identity, sorted(first.values())[:3]))
        return all_, found, duplicates, merged, missed


def report(folder, application, identity):
    count, site = Count(table(folder, "ledger"), identity), fetched_pages.Site()
    equal, echoes, false = count.audit(site)
    different, compared, apart, variant = count.variants(site)
    all_, found, duplicates, merged, missed = count.pairs(variant)
    print(f"{application}: requests {count.requests}, URLs judged {len(count.found) - len(count.unknown)}, "
          f"not judged {len(count.unknown)}, true pages {len(count.classes())}, "
          f"pages {len(set(count.page.values()))}")
    print(f"  pairs {all_}, found {found} ({100 * found / max(all_, 1):.2f} %); "
          f"duplicates {duplicates}, found {merged} ({100 * merged / max(duplicates, 1):.2f} %)")
    print(f"  merges audited {len(count.merged())}, of other ids but equal when fetched {len(equal)}, "
          f"echo only {len(echoes)}, false {len(false)}")
    print(f"  apart with one id {apart}, compared {compared}, different when fetched {len(different)}")
    for name, pairs in (("EQUAL", equal[:3]), ("DIFFERENT", different[:5]), ("ECHO", echoes[:10]), ("FALSE", false)):
        for alias, page in pairs[:40]:
            print(f"  {name} {count.url[alias]}\n     AS {count.url[page]}")
            print(f"        {count.found[alias]} {count.found[page]}")
            print(f"        {site.difference(count.url[alias], count.url[page], identity)}")
    print_missed(count, missed, lambda first, second: site.difference(first, second, identity))
    for url in sorted(count.unknown)[:10]:
        print(f"  not judged: {url}")
    return count, merged / duplicates if duplicates else 1, echoes, false


def print_missed(count, missed, difference):
    """How many duplicates of each kind were missed, with the two classes that lost most and in what they differ."""
    kinds = collections.Counter()
    for n, identity, _ in missed:
        kinds[str(identity[0])] += n
    for kind, n in kinds.most_common(20):
        print(f"  missed {n} of kind {kind}")
        for _, _, keys in sorted((m for m in missed if str(m[1][0]) == kind), key=lambda m: -m[0])[:2]:
            urls = [count.url[k] for k in keys]
            print("    " + "\n    = ".join(urls) + f"\n      differ in {difference(*urls[:2])}")


def manifest(folder):
    with open(glob.glob(f"{folder}/*.manifest.json")[0], encoding="utf-8") as f:
        return json.load(f)


def main(folder, application, exact=None, bar="95", more_bar="40"):
    identity = APPLICATIONS[application]().identity
    count, share, echoes, false = report(folder, application, identity)
    if not exact:
        return
    # Equal pages count as one, even if only one of the two crawls saw that.
    before = Count(table(exact, "ledger"), identity, count.same)
    before.bytes()
    twins = manifest(folder)["sameness"]["twins"]["asked"]
    print(f"  second requests for one URL: {twins} ({100 * twins / count.requests:.2f} %)")
    gain("echoes are pages of their own", count, before)
    for key, page in echoes:
        count.join(key, page)
    more = gain("echoes are one page", count, before)
    failed = [text for text, below in (
        ("false merges", false),
        ("too many URLs fetched twice", twins > max(0.03 * count.requests, 20)),
        (f"fewer than {bar} % of the duplicates found", 100 * share < float(bar)),
        # If the exact key saw the whole site, there is nothing more to find.
        (f"fewer than {more_bar} % true pages more",
         100 * more < float(more_bar) and manifest(exact)["ended"] != "work-done")) if below]
    if failed:
        sys.exit(f"  BELOW THE BARS: {'; '.join(failed)}")


def gain(title, count, before):
    """How many true pages more than the exact key's. What a crawl took for another page it does not know."""
    now, then = (len({c.identity(k) for k, p in c.page.items() if k == p and c.found[k]}) for c in (count, before))
    print(f"  true pages, if {title}: {now} in {count.requests} requests, with the exact key {then} in "
          f"{before.requests}: {100 * (now / then - 1):+.1f} %")
    return now / then - 1


def examples():
    """What the identities must say; the ids come from the content that application_content.py makes."""
    def same(application, *urls):
        assert len({application.identity(u) for u in urls}) == 1, [(u, application.identity(u)) for u in urls]

    def different(application, *urls):
        assert len({application.identity(u) for u in urls}) == len(urls), [(u, application.identity(u)) for u in urls]
    a = Gitweb()
    head, parent = (a.git.commit("atlas.git", name) for name in ("main", "main^"))
    same(a, "/?p=atlas.git;a=commit", f"/?p=atlas.git;a=commit;h={head}", "/?a=commit;p=atlas.git;h=refs/heads/main")
    same(a, f"/?p=atlas.git;a=commitdiff;h={head}", f"/?p=atlas.git;a=commitdiff;h={head};hp={parent}")
    different(a, f"/?p=atlas.git;a=commit;h={head}", f"/?p=atlas.git;a=commit;h={parent}", "/?p=notes.git;a=commit")
    different(a, "/?p=atlas.git;a=tree", f"/?p=atlas.git;a=tree;hb={parent}", "/?p=atlas.git;a=tree;f=docs")
    different(a, "/?p=atlas.git;a=log", "/?p=atlas.git;a=log;pg=1", "/?p=atlas.git;a=shortlog", "/", "/?o=age")
    b = Cgit()
    same(b, "/atlas.git/commit/", f"/atlas.git/commit/?id={head}", f"/atlas.git/commit/?h=v1.0&id={head}")
    same(b, f"/atlas.git/diff/?id={head}", f"/atlas.git/diff/?id={head}&id2={parent}")
    same(b, "/atlas.git/refs/", "/atlas.git/refs/?h=v1.0")
    different(b, "/atlas.git/log/", "/atlas.git/log/?ofs=50", "/atlas.git/log/?showmsg=1", "/atlas.git/log/README.md")
    different(b, "/atlas.git/", "/notes.git/", "/atlas.git/?h=v1.0", "/")
    c = WordPress()
    post = next(path for path, number in sorted(c.posts.items()) if path[:2] == "20")
    same(c, f"/{post}/", f"/{post}/?replytocom=7", f"/?p={c.posts[post]}")
    same(c, "/wp-login.php", "/wp-login.php?redirect_to=http%3A%2F%2Fx%2F")
    different(c, "/", "/page/2/", "/2021/", "/2021/01/", "/author/anna/", "/author/boris/", "/author/anna/page/2/")
    d = DokuWiki()
    now = d.current("start")
    same(d, "/", "/doku.php?id=start", "/doku.php?id=start&do=", f"/doku.php?id=start&rev={now}")
    same(d, "/doku.php?id=start&do=login&sectok=", "/doku.php?id=start&do=login&sectok=0a")
    different(d, "/doku.php?id=start&do=login", "/doku.php?id=guide:start&do=login")
    same(d, "/doku.php?id=guide:start&do=index", "/doku.php?id=guide:start&idx=guide")
    same(d, "/lib/exe/detail.php?id=start&media=a.png", "/lib/exe/detail.php?id=other&media=a.png")
    different(d, "/lib/exe/detail.php?id=start&media=a.png", "/lib/exe/detail.php?id=guide%3Astart&media=a.png")
    different(d, "/", "/doku.php?id=start&rev=1", "/doku.php?id=start&do=edit", "/doku.php?id=start&do=revisions",
              "/doku.php?id=start&do=index", "/doku.php?id=guide:start&do=index", "/doku.php?id=guide:start")
    e = Fossil()
    same(e, f"/info/{e.tip}", f"/info/{e.tip[:10]}", f"/ci/{e.tip[:16]}", "/vinfo/tip?diff=2", "/info?name=tip")
    same(e, "/timeline?c=tip&y=a", f"/timeline?y=a&c={e.tip[:16]}", f"/timeline?c={e.tip}&y=a&udc=1")
    different(e, "/timeline", "/timeline?y=a", "/timeline?advm=1", f"/info/{e.tip}", f"/ci/{e.tip}?diff=0", "/home")
    print("examples: all hold")


if __name__ == "__main__":
    if sys.argv[1] == "--self":
        examples()
    else:
        main(*sys.argv[1:])
