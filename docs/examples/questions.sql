-- Twenty questions to ask DuckDB about the files of `go run . --export +parquet,+links`, with the answers of the sample.
-- Each table has a column site. Ids are those of the site, so tables of several sites are joined by site and id.

create view pages as select * from read_parquet('result/*/*.nodes.parquet', union_by_name = true);
create view arcs as select * from read_parquet('result/*/*.arcs.parquet', union_by_name = true);
create view links as select * from read_parquet('result/*/*.links.parquet', union_by_name = true);

-- 1. How large is each site?
select site, count(*) from pages group by all order by site;
-- → http://museum.example, 13

-- 2. How many arcs are there, and how many links do they represent?
select count(*), sum(weight) from arcs;
-- → 34, 40

-- 3. How many pages are there at each depth?
select level, count(*) from pages group by all order by level;
-- → 0, 1; 1, 4; 2, 5; 3, 3

-- 4. Which page has the highest PageRank?
select label from pages order by pagerank desc limit 1;
-- → The Museum of Small Things

-- 5. Which page do most other pages link to?
select t.label, count(*) as pages from arcs a join pages t on t.site = a.site and t.id = a.target
where a.source <> a.target group by all order by pages desc, t.label limit 1;
-- → The Museum of Small Things, 5

-- 6. Which pages does only one other page link to?
select t.label from arcs a join pages t on t.site = a.site and t.id = a.target
where a.source <> a.target group by t.site, t.id, t.label having count(*) = 1 order by t.id;
-- → About us; Summer; The open day; Team; Синяя марка

-- 7. Which pages link to no page of the site?
select label from pages p where not exists (from arcs a where a.site = p.site and a.source = p.id);
-- → Summer

-- 8. Which pages are linked from menus alone, and from no text?
select t.label from arcs a join pages t on t.site = a.site and t.id = a.target
where a.source <> a.target group by t.site, t.id, t.label having sum(a.content_links) = 0 order by t.id;
-- → About us

-- 9. How many links are in menus, and how many are in the text?
select sum(weight - content_links), sum(content_links) from arcs;
-- → 7, 33

-- 10. How many pairs of pages link to each other?
select count(*) from arcs a join arcs b on a.site = b.site and a.source = b.target and a.target = b.source
where a.source < a.target;
-- → 11

-- 11. How many clicks is it from the home page to "A penny", and along which way?
with recursive way as (
  select site, id, label::varchar as way, 0 as clicks from pages where level = 0
  union all
  select w.site, t.id, w.way || ' > ' || t.label, clicks + 1 from way w
  join arcs a on a.site = w.site and a.source = w.id join pages t on t.site = a.site and t.id = a.target
  where t.level = clicks + 1)
select clicks, way from way join pages using (site, id) where label = 'A penny' order by way limit 1;
-- → 3, The Museum of Small Things > Collection > Coins > A penny

-- 12. Which pages can be reached from "Team"?
with recursive seen as (
  select site, id from pages where label = 'Team'
  union
  select a.site, a.target from arcs a join seen s on s.site = a.site and s.id = a.source)
select count(*) from seen;
-- → 13

-- 13. Under which texts do other pages link to the home page?
select anchor, count(*) as times from links l join pages t on t.site = l.site and t.id = l.target
where t.level = 0 and l.source <> l.target group by all order by times desc, anchor;
-- → Home, 5

-- 14. Which links carry rel="nofollow"?
select url from links where rel like '%nofollow%' order by url;
-- → http://shop.museum.example/

-- 15. Which links lead to other sites?
select url, count(*) from links where kind = 'external' group by all order by url limit 2;
-- → http://shop.museum.example/, 1; https://museum.example/about.html, 1

-- 16. How many pages are there in each language?
select lang, count(*) as pages from pages group by all order by pages desc, lang;
-- → en, 11; de, 1; ru, 1

-- 17. How many links lead from one folder of the site to another?
with folder as (select site, id, coalesce(nullif(regexp_extract(url, '^https?://[^/]*/([^/]+)/', 1), ''), '/') as name from pages)
select f.name, t.name, sum(weight) from arcs a
join folder f on f.site = a.site and f.id = a.source join folder t on t.site = a.site and t.id = a.target
where f.name <> t.name group by all order by f.name, t.name;
-- → /, collection, 4; /, exhibitions, 3; /, private, 1; collection, /, 2; exhibitions, /, 2; private, collection, 1

-- 18. Which pages have fewer than four words?
select label, words from pages where words < 4 order by id;
-- → Exhibitions, 3; Синяя марка, 3

-- 19. Which pages lack a title or a description?
select count(*) filter (title is null), count(*) filter (description is null) from pages;
-- → 0, 13

-- 20. What do GraphFrames and other tools for edges named src and dst read?
create view edges as select site || '#' || source as src, site || '#' || target as dst, weight from arcs;
select src, dst from edges where weight = 3;
-- → http://museum.example#6, http://museum.example#11
