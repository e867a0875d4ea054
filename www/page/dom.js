// Elements without innerHTML: data only ever becomes text.

export const byId = (id) => document.getElementById(id);

/** An element; `props` are properties, or attributes where the name has a dash or is `role` or `class`. */
export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.includes("-") || name === "role" || name === "class") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

/** Gives an element new children, or none. */
export const fill = (parent, ...children) => parent.replaceChildren(...children.flat().filter(Boolean));

/** A name and its value, for a list of facts. */
export const fact = (name, ...value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));

const SHOWN_FOR = 1500;

/**
 * A button that copies a text, or what a function gives when it is wanted; `what` is said to people who do not see what it
 * stands beside.
 */
export function copyButton(text, what) {
  const face = el("span", {}, "Copy");
  const button = el("button", { type: "button", class: "copy", "aria-label": `Copy ${what}` }, face);
  if (typeof text === "string") button.dataset.copy = text;
  let timer;
  button.addEventListener("click", async () => {
    const copied = await copy(typeof text === "string" ? text : text());
    face.textContent = copied ? "Copied" : "Failed";
    byId("copied").textContent = copied
      ? `Copied ${what}`
      : "The browser did not allow copying; select the text and copy it by hand";
    clearTimeout(timer);
    timer = setTimeout(() => {
      face.textContent = "Copy";
      byId("copied").textContent = "";
    }, SHOWN_FOR);
  });
  return button;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyTheOldWay(text);
  }
}

/** Over plain http, as in a home network, browsers have no `navigator.clipboard`. */
function copyTheOldWay(text) {
  const before = document.activeElement;
  const field = el("textarea", { value: text, readOnly: true, class: "hidden" });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  before?.focus();
  return done;
}
