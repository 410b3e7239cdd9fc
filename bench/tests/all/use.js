// What a person would do with the page, told to the page around it. Nothing waits: what the page
// would do a moment later is asked for at once.
(() => {
  const told = {};
  const drawn = () => [...document.querySelectorAll(".row")];
  const names = () => drawn().map(row => row.querySelector(".move").firstChild.textContent);
  const press = key => byId("tree").dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  const type = words => {
    byId("search").value = words;
    look();
  };
  const chip = word => [...document.querySelectorAll("#chips button")].find(chip => chip.textContent.includes(word));
  const wide = () => [...document.querySelectorAll("body *")].filter(node =>
    !node.closest(".scroll, pre, .row, #heads") && node.getBoundingClientRect().right > innerWidth + 0.5)
    .map(node => node.outerHTML.slice(0, 80));
  try {
    told.room = innerWidth;
    told.visits = count;
    told.first = names();
    press("Home");
    press("ArrowDown");
    press("ArrowRight");
    told.opened = rows.length;
    told.chosen = document.querySelector(".row.chosen .move").firstChild.textContent;
    told.words = byId("told").textContent;
    press("ArrowLeft");
    told.closed = rows.length;
    document.querySelectorAll(".row .twist")[1].click();
    told.clicked = rows.length;
    type(TYPED);
    told.found = byId("found").textContent;
    told.results = names();
    document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
    told.all = byId("found").textContent;
    byId("filter").click();
    if (chip("re-search")) {
      chip("re-search").click();
      told.filtered = byId("found").textContent;
      chip("re-search").click();
    }
    told.wide = wide();
    byId("best").click();
    told.line = lineOf(chosen).join(" ");
    openTo(deepest);
    press("End");
    draw();
    told.open = document.querySelectorAll(".row").length;
    told.end = Boolean(document.querySelector(`#visit-${rows[rows.length - 1]}`));
    for (const folded of document.querySelectorAll("details")) folded.open = true;
    told.wide.push(...wide());
    byId("seen").value = "0";
    byId("seen").onchange({target: byId("seen")});
    told.width = document.documentElement.scrollWidth;
  } catch (error) { errors.push(String(error)); }
  told.errors = errors;
  window.parent.postMessage(JSON.stringify(told), "*");
})();
