// What a person has chosen; remembered by the browser, where it allows that.

const KEY = 'plyglot-board';

const usual = {
  theme: '',
  analyse: true,
  count: 3,
  level: 9,
  values: true,
  every: false,
  arrows: true,
  coordinates: true,
};

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    return {};
  }
}

/** What the address says, which `plyglot board --theme` has written there. */
function asked() {
  const theme = new URLSearchParams(location.search).get('theme');
  return ['light', 'dark'].includes(theme) ? { theme } : {};
}

export const settings = { ...usual, ...read(), ...asked() };

/** Changes a setting; what another page has changed meanwhile stays. */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [name]: value }));
  } catch {
    // It holds until the page is closed.
  }
}
