// What a user would do with the page, reported to the page around it. Nothing waits: what the page
// would do a moment later is asked for at once.
(() => {
  const report = {};
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
    report.room = innerWidth;
    byId("tree").scrollIntoView();
    draw();
    report.visits = count;
    report.first = names();
    // Keys without a click before them.
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true}));
    report.atOnce = chosen;
    press("Home");
    report.rootBoard = byId("position").textContent;
    press("ArrowDown");
    report.board = byId("position").textContent;
    press("ArrowRight");
    report.opened = rows.length;
    report.chosen = document.querySelector(".row.chosen .move").firstChild.textContent;
    report.words = byId("words").textContent;
    press("ArrowLeft");
    report.closed = rows.length;
    document.querySelectorAll(".row .twist")[1].click();
    report.clicked = rows.length;
    type(TYPED);
    report.found = byId("found").textContent;
    report.results = names();
    document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
    report.all = byId("found").textContent;
    byId("filter").click();
    if (chip("re-search")) {
      chip("re-search").click();
      report.filtered = byId("found").textContent;
      chip("re-search").click();
    }
    report.wide = wide();
    // The picture: a click in the middle of each level's first bar chooses it.
    const edge = icicle.getBoundingClientRect();
    const click = (kind, x, y) => icicle.dispatchEvent(new MouseEvent(kind, {bubbles: true,
      clientX: edge.left + x, clientY: edge.top + y}));
    click("click", 1, STEP * 1.5);
    report.icicle = chosen;
    click("dblclick", 1, STEP * 1.5);
    report.zoomed = zoomed;
    byId("whole").click();
    drawBars();
    const pixels = pen.getImageData(0, 0, icicle.width, icicle.height).data;
    report.inked = pixels.filter((value, n) => n % 4 === 3 && value > 0).length / (icicle.width * icicle.height);
    // The link: what it says is shown again.
    type(TYPED);
    remember();
    const hash = location.hash;
    report.hash = hash;
    const before = [chosen, byId("found").textContent];
    showAll();
    choose(0);
    remember();
    history.replaceState(null, "", hash);
    restore();
    report.restored = JSON.stringify(before) === JSON.stringify([chosen, byId("found").textContent]);
    showAll();
    byId("best").click();
    report.line = lineOf(chosen).join(" ");
    openTo(deepest);
    press("End");
    draw();
    report.open = document.querySelectorAll(".row").length;
    report.end = Boolean(document.querySelector(`#visit-${rows[rows.length - 1]}`));
    for (const folded of document.querySelectorAll("details")) folded.open = true;
    report.wide.push(...wide());
    byId("seen").value = "0";
    byId("seen").onchange({target: byId("seen")});
    report.width = document.documentElement.scrollWidth;
  } catch (error) { errors.push(String(error)); }
  report.errors = errors;
  window.parent.postMessage(JSON.stringify(report), "*");
})();
