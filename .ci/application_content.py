#!/usr/bin/python3
"""application_content.py KIND FOLDER: the content of an application, the same at every call.

KIND is git, dokuwiki, wordpress or fossil. All names, texts and dates come from the seed that bears the KIND's name.
git        FOLDER/NAME.stream for git fast-import
dokuwiki   pages, attic, meta and media below FOLDER, as DokuWiki itself keeps them
wordpress  FOLDER/content.json and pictures, which application_wordpress.php reads
fossil     FOLDER/HH/REST: wiki pages, technical notes and tickets as artifacts, each under its hash
"""
import gzip, hashlib, json, os, random, struct, sys, time, zlib

WORDS = """account archive arrow atlas barrel basin beacon border branch bridge bucket cabin canal candle cargo carpet
castle chapter circle citrus clay cliff cloud coast comet copper coral corner cotton cradle crystal current delta desert
diamond dock drift eagle echo ember engine estate fabric falcon feather fence field filter flame forest fossil fountain
frame garden gate glacier globe grain granite gravel harbor harvest hazel helmet hollow horizon island ivory jacket
jungle kernel kettle ladder lagoon lantern ledger library lighthouse linen magnet maple marble market meadow mirror
mosaic mountain needle notebook oak orbit orchard osprey paddle paper parcel pebble pepper pilot planet pocket prairie
prism quarry quill raft ravine reef ribbon ridge river saddle sail satellite shelter signal silver slope spark spiral
station stone stream summit table tackle temple thicket thread timber tower trail tunnel valley vessel village walnut
wheel willow window winter yarn""".split()
VERBS = "carries covers crosses divides feeds follows guards holds joins keeps lifts marks meets moves passes".split()
AUTHORS = ["anna", "boris", "chen", "dmitri", "elodie", "fatima"]
START = 1609491600  # 2021-01-01 09:00 UTC


class Source(random.Random):
    """Seeded words."""

    def word(self):
        return self.choice(WORDS)

    def sentence(self):
        n = self.randint(2, 5)
        first = f"The {self.word()} {self.choice(VERBS)} the {self.word()}"
        return first + "".join(f", the {self.word()} {self.choice(VERBS)} a {self.word()}" for _ in range(n - 2)) + "."

    def paragraph(self):
        return " ".join(self.sentence() for _ in range(self.randint(3, 7)))

    def names(self, count):
        """Different names of two words each."""
        found = {}
        while len(found) < count:
            found[self.word() + " " + self.word()] = None
        return list(found)


def write(path, data, at=None):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data if isinstance(data, bytes) else data.encode())
    if at:
        os.utime(path, (at, at))


def png(source):
    """A picture of one colour with a stripe."""
    size, low = 48, [source.randrange(256) for _ in range(3)]
    rows = b"".join(b"\0" + bytes(v for x in range(size) for v in (low if (x + y) % 16 < 9 else [255] * 3))
                    for y in range(size))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Repository:
    """A stream for git fast-import: files change, are added, renamed and removed; branches are made and merged."""

    def __init__(self, source):
        self.source, self.out, self.mark, self.at = source, [], 0, START
        self.files, self.tips, self.names = {}, {}, source.names(400)

    def text(self, path):
        s = self.source
        if path.endswith(".md"):
            return f"# {s.word().title()}\n\n" + "\n\n".join(s.paragraph() for _ in range(s.randint(2, 5))) + "\n"
        lines = []
        for _ in range(s.randint(4, 12)):
            lines += [f"def {s.word()}_{s.word()}({s.word()}):", f'    """{s.sentence()}"""',
                      f"    return {s.word()} * {s.randint(2, 99)}", ""]
        return "\n".join(lines) + "\n"

    def path(self):
        folders = ["", "src/", "src/parse/", "src/store/", "docs/", "docs/guide/", "tests/", "tools/"]
        folder = self.source.choice(folders)
        name = self.names.pop().replace(" ", "_")
        return folder + name + (".md" if folder in ("", "docs/", "docs/guide/") else ".py")

    def commit(self, branch, changes, merged=None, message=None):
        s = self.source
        self.mark, self.at = self.mark + 1, self.at + s.randint(3600, 200000)
        author = s.choice(AUTHORS)
        verb = s.choice(["Add", "Change", "Move", "Repair"]) if not message else ""
        message = message or f"{verb} {s.word()} {s.word()}\n\n{s.paragraph()}\n"
        lines = [f"commit refs/heads/{branch}", f"mark :{self.mark}"]
        lines += [f"{who} {author.title()} <{author}@example.org> {self.at} +0000" for who in ("author", "committer")]
        lines += [f"data {len(message.encode())}", message]
        if branch in self.tips:
            lines.append(f"from :{self.tips[branch]}")
        if merged:
            lines.append(f"merge :{self.tips[merged]}")
        self.out.append("\n".join(lines + changes) + "\n\n")
        self.tips[branch] = self.mark

    def put(self, files, path, text):
        files[path] = text
        return f"M 100644 inline {path}\ndata {len(text.encode())}\n{text}"

    def step(self, branch):
        """One commit that changes one to three files of the branch."""
        s, files, changes = self.source, self.files[branch], []
        for _ in range(s.randint(1, 3)):
            kind, known = s.random(), sorted(files)
            if kind < 0.2 or len(known) < 12:
                path = self.path()
                changes.append(self.put(files, path, self.text(path)))
            elif kind < 0.25:
                old, new = s.choice(known), self.path()
                if old.split(".")[-1] == new.split(".")[-1]:
                    files[new] = files.pop(old)
                    changes.append(f"R {old} {new}")
            elif kind < 0.29:
                path = s.choice(known)
                del files[path]
                changes.append(f"D {path}")
            else:
                path = s.choice(known)
                lines = files[path].split("\n")
                lines.insert(s.randrange(len(lines)), ("# " if path.endswith(".py") else "") + s.sentence())
                changes.append(self.put(files, path, "\n".join(lines)))
        self.commit(branch, changes)

    def branch(self, name, from_):
        self.tips[name], self.files[name] = self.tips[from_], dict(self.files[from_])
        self.out.append(f"reset refs/heads/{name}\nfrom :{self.tips[from_]}\n\n")

    def tag(self, name, branch, annotated):
        if annotated:
            message = f"Release {name}\n"
            self.out.append(f"tag {name}\nfrom :{self.tips[branch]}\ntagger Anna <anna@example.org> {self.at} +0000\n"
                            f"data {len(message)}\n{message}\n")
        else:
            self.out.append(f"reset refs/tags/{name}\nfrom :{self.tips[branch]}\n\n")

    def stream(self, commits):
        self.files["main"] = {}
        readme = "# Atlas\n\n" + self.source.paragraph() + "\n"
        self.commit("main", [self.put(self.files["main"], "README.md", readme)], message="Begin\n")
        side = None
        for n in range(1, commits):
            if n % 40 == 0:
                side = f"topic/{self.source.word()}{n}"
                self.branch(side, "main")
            if side and n % 40 < 12:
                self.step(side if n % 2 else "main")
            else:
                self.step("main")
            if side and n % 40 == 12 and n % 80 != 12:
                # The topic's files join the trunk, since a merge commit lists all files that its second parent changed.
                trunk, topic = self.files["main"], self.files[side]
                added = [self.put(trunk, p, topic[p]) for p in sorted(topic) if p not in trunk]
                self.commit("main", added, merged=side, message=f"Merge {side}\n")
            if n % 25 == 0:
                self.tag(f"v{n // 100}.{n % 100}", "main", n % 50 == 0)
        return "".join(self.out)


def git(folder):
    for name, commits in (("atlas", 320), ("notes", 40)):
        write(f"{folder}/{name}.stream", Repository(Source(name)).stream(commits))


def dokuwiki(folder):
    s = Source("dokuwiki")
    spaces = ["", "guide:", "guide:first_steps:", "reference:", "recipes:", "team:", "team:minutes:"]
    pages = [s.choice(spaces) + n.replace(" ", "_") for n in s.names(170)]
    pages += ["start", "sidebar"] + [space + "start" for space in spaces if space]
    pictures = [s.choice(spaces[:4]) + n.replace(" ", "_") + ".png" for n in s.names(24)]
    changes = []
    for picture in pictures:
        at = START + s.randrange(86400 * 300)
        write(f"{folder}/media/{picture.replace(':', '/')}", png(s), at)
        line = f"{at}\t127.0.0.1\tC\t{picture}\t{s.choice(AUTHORS)}\tcreated\t\t0\n"
        write(f"{folder}/media_meta/{picture.replace(':', '/')}.changes", line, at)
    for page in pages:
        at, log, text = START + s.randrange(86400 * 300), "", ""
        revisions = s.choice([1, 1, 2, 3, 4, 6]) if page != "sidebar" else 1
        for n in range(revisions):
            before, at = len(text), at + s.randint(4000, 900000)
            text = dokuwiki_text(s, page, pages, pictures, text)
            data = text.encode()
            write(f"{folder}/attic/{page.replace(':', '/')}.{at}.txt.gz", gzip.compress(data, mtime=0), at)
            who, kind = s.choice(AUTHORS), "C" if n == 0 else s.choice("EEe")
            log += f"{at}\t127.0.0.1\t{kind}\t{page}\t{who}\t{s.word() if n else 'created'}\t\t{len(text) - before}\n"
        write(f"{folder}/pages/{page.replace(':', '/')}.txt", data, at)
        write(f"{folder}/meta/{page.replace(':', '/')}.changes", log, at)
        changes += log.splitlines(True)
    write(f"{folder}/meta/_dokuwiki.changes", "".join(sorted(changes)))


def dokuwiki_text(s, page, pages, pictures, before):
    """The next revision of a page: the one before and one section more."""
    if page == "sidebar":
        return "\n".join(f"  * [[:{p}]]" for p in pages if p.endswith("start")) + "\n"
    link = " and ".join(f"[[:{s.choice(pages)}]]" for _ in range(3))
    section = f"===== {s.word().title()} {s.word()} =====\n\n{s.paragraph()}\n\nSee {link}.\n\n{s.paragraph()}\n"
    if s.random() < 0.25:
        picture = s.choice(pictures)
        section += "\n{{:" + picture + "}}\n" if s.random() < 0.7 else "\n{{ :" + picture + "?nolink |}}\n"
    if before:
        return before + "\n" + section
    head = f"====== {page.split(':')[-1].replace('_', ' ').title()} ======\n\n{s.paragraph()}\n\n"
    if page == "start":
        section += "\n" + "\n".join(f"  * [[:{p}]]" for p in pages[::3]) + "\n"
    elif page.endswith(":start"):
        section += "\n" + "\n".join(f"  * [[:{p}]]" for p in pages if p.startswith(page[:-5])) + "\n"
    return head + section


def wordpress(folder):
    s = Source("wordpress")
    topics, tags = s.names(12), [n.split()[0] + str(i) for i, n in enumerate(s.names(40))]
    pictures = [n.replace(" ", "-") + ".png" for n in s.names(24)]
    for picture in pictures:
        write(f"{folder}/{picture}", png(s))
    posts, at, titles = [], START, s.names(270)
    for n, title in enumerate(titles):
        at += s.randint(20000, 400000)
        kind = "page" if n % 9 == 4 else "post"
        older = [p for p in posts if p["kind"] == "post"]
        body = [f"<!-- wp:paragraph --><p>{s.paragraph()}</p><!-- /wp:paragraph -->" for _ in range(s.randint(2, 6))]
        if older:
            # Old posts have links by number, from the time before permalinks, as WordPress made them.
            other = s.choice(older)
            form = "?p={number}" if s.random() < 0.15 else "{path}"
            body.append(["link", form, other["title"]])
        comments = []
        for _ in range(s.choice([0, 0, 1, 2, 4, 9]) if kind == "post" else 0):
            parent = s.randrange(len(comments)) if comments and s.random() < 0.4 else None
            comments.append({"author": s.choice(AUTHORS).title(), "text": s.sentence(), "parent": parent,
                             "at": at + 3600 * (len(comments) + 1)})
        posts.append({"title": title.title(), "kind": kind, "author": s.choice(AUTHORS), "at": at, "body": body,
                      "topic": s.choice(topics), "tags": s.sample(tags, s.randint(0, 3)), "comments": comments,
                      "picture": pictures[n // 9 % 24] if n % 9 == 1 else None})
    write(f"{folder}/content.json", json.dumps({"topics": topics, "tags": tags, "authors": AUTHORS, "posts": posts}))


def fossil(folder):
    s = Source("fossil")

    def escape(text):
        return text.replace("\\", "\\\\").replace(" ", "\\s").replace("\n", "\\n")

    def put(cards):
        text = "".join(card + "\n" for card in cards)
        text += f"Z {hashlib.md5(text.encode()).hexdigest()}\n"
        name = hashlib.sha3_256(text.encode()).hexdigest()
        write(f"{folder}/{name[:2]}/{name[2:]}", text)
        return name

    def date(at):
        return "D " + time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at))

    pages = [n.title() for n in s.names(90)]
    for page in pages:
        at, parent, text = START + s.randrange(86400 * 300), None, ""
        for _ in range(s.choice([1, 1, 2, 3, 4])):
            at += s.randint(4000, 900000)
            text += (f"<h2>{s.word().title()}</h2>\n<p>{s.paragraph()} "
                     f"See [{s.choice(pages)}] and [{s.choice(pages)}].</p>\n")
            cards = [date(at), "L " + escape(page)] + ([f"P {parent}"] if parent else [])
            parent = put(cards + [f"U {s.choice(AUTHORS)}", f"W {len(text)}\n{text}"])
    for _ in range(16):
        at, text = START + s.randrange(86400 * 400), f"<p>{s.paragraph()}</p>"
        name = hashlib.sha1(s.sentence().encode()).hexdigest()
        event = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at))
        put([f"C {escape(s.sentence())}", date(at), f"E {event} {name}", f"U {s.choice(AUTHORS)}",
             f"W {len(text)}\n{text}"])
    for n in range(70):
        at, name = START + s.randrange(86400 * 300), hashlib.sha1(f"ticket {n}".encode()).hexdigest()
        fields = {"comment": s.paragraph(), "status": "Open", "title": s.sentence()[:-1],
                  "type": s.choice(["Code_Defect", "Feature_Request", "Documentation"])}
        for k in range(s.randint(1, 4)):
            if k:
                fields = {"status": s.choice(["Verified", "Review", "Fixed", "Closed"])}
            cards = [f"J {name} {escape(value)}" for name, value in sorted(fields.items())]
            put([date(at)] + cards + [f"K {name}", f"U {s.choice(AUTHORS)}"])
            at += s.randint(4000, 900000)


if __name__ == "__main__":
    {"git": git, "dokuwiki": dokuwiki, "wordpress": wordpress, "fossil": fossil}[sys.argv[1]](sys.argv[2])
