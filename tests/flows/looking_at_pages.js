// What a careful reader with a small screen, a keyboard or a screen reader would trip over on this page.
() => {
  const problems = [];
  const root = document.documentElement;
  const visible = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0;
  const words = (node) => (node.textContent || "").trim();
  const named = (node) => {
    const by = node.getAttribute("aria-labelledby");
    if (by) return by.split(" ").map((id) => words(document.getElementById(id) || root)).join(" ").trim();
    if (node.getAttribute("aria-label")) return node.getAttribute("aria-label").trim();
    if (node.labels && node.labels.length) return [...node.labels].map(words).join(" ").trim();
    const picture = node.querySelector("img[alt], svg[aria-label], svg title");
    return words(node) || (picture ? picture.getAttribute("alt") || picture.getAttribute("aria-label") || words(picture) : "");
  };
  const where = (node) => node.outerHTML.replace(/\s+/g, " ").slice(0, 110);

  for (const field of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!named(field)) problems.push(`no label: ${where(field)}`);
  }
  for (const control of document.querySelectorAll("button, a[href], summary")) {
    if (visible(control) && control.tabIndex >= 0 && !named(control)) problems.push(`no name: ${where(control)}`);
  }
  for (const image of document.querySelectorAll("img:not([alt])")) problems.push(`no alt: ${where(image)}`);
  const headings = [...document.querySelectorAll("h1")].filter(visible);
  if (headings.length !== 1) problems.push(`${headings.length} h1`);
  if (!document.title.trim()) problems.push("no title");
  if (document.querySelectorAll("main").length !== 1) problems.push("not one main");
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  for (const id of new Set(ids.filter((id, place) => ids.indexOf(id) !== place))) problems.push(`id twice: ${id}`);
  if (root.scrollWidth > root.clientWidth) {
    const clipped = (node) => {
      for (let at = node.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== "visible") return true;
      }
      return false;
    };
    const wide = [...document.body.querySelectorAll("*")].filter(
      (node) => visible(node) && node.getBoundingClientRect().right > root.clientWidth + 1 && !clipped(node),
    );
    problems.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth}: ${wide.slice(-3).map(where).join(" | ")}`);
  }

  const parse = (colour) => {
    const numbers = colour.match(/[\d.]+/g).map(Number);
    if (colour.startsWith("color(srgb")) return [...numbers.slice(0, 3).map((part) => part * 255), numbers[3] ?? 1];
    return [numbers[0], numbers[1], numbers[2], numbers[3] ?? 1];
  };
  const over = (top, below) => top.slice(0, 3).map((part, place) => part * top[3] + below[place] * (1 - top[3]));
  const behind = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      layers.push(parse(style.backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!words(walker.currentNode) || seen.has(node) || node.closest("svg, script, style, .visually-hidden, [disabled]")) continue;
    seen.add(node);
    if (!visible(node)) continue;
    const style = getComputedStyle(node), ground = behind(node);
    if (!ground || Number(style.opacity) < 1) continue;
    const ink = light(over(parse(style.color), ground)), paper = light(ground);
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (large ? 3 : 4.5)) problems.push(`contrast ${contrast.toFixed(2)}: ${where(node)}`);
  }
  return problems;
}
