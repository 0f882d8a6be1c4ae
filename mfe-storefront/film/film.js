/**
 * The film as a function of time: `showAt(seconds)` puts the page into the state of that moment, so that every frame
 * can be drawn by itself and always comes out the same.
 */
const POINTS = [
  ['Full name', 'Maya Lindqvist'],
  ['Job title', 'VP of Sales'],
  ['Company', 'Northbeam Logistics'],
  ['Location', 'Copenhagen, Denmark'],
  ['Connections', '1204'],
  ['Profile URL', 'linkedin.com/in/maya-lindqvist'],
  ['Email', 'maya@northbeam.example'],
];
const CRM = [
  ['Name', 'Title', 'Company', 'Location', 'Source'],
  ['Maya Lindqvist', 'VP of Sales', 'Northbeam Logistics', 'Copenhagen, Denmark', 'Ping, just now'],
  ['Keiko Arai', 'Director', 'Tateno Systems', 'Osaka, Japan', 'Ping'],
  ['Samuel Osei', 'Founder', 'Greycroft Tools', 'Leeds, UK', 'Ping'],
  ['Ana Beltrán', 'Talent Partner', 'Marea Group', 'Valencia, Spain', 'Ping'],
];
const SHEET = [
  ['', 'A', 'B', 'C', 'D', 'E', 'F'],
  ['1', 'Name', 'Title', 'Company', 'Location', 'Conn.', 'Email'],
  ['2', 'Ana Beltrán', 'Talent Partner', 'Marea Group', 'Valencia', '2410', 'ana@marea.example'],
  ['3', 'Samuel Osei', 'Founder', 'Greycroft Tools', 'Leeds', '517', ''],
  ['4', 'Keiko Arai', 'Director', 'Tateno Systems', 'Osaka', '1096', ''],
  ['5', 'Maya Lindqvist', 'VP of Sales', 'Northbeam Log.', 'Copenhagen', '1204', 'maya@northbeam.exa…'],
  ['6', '', '', '', '', '', ''],
];
const JSON_BODY = `{
  "fullName": "Maya Lindqvist",
  "jobTitle": "VP of Sales",
  "company": "Northbeam Logistics",
  "location": "Copenhagen, Denmark",
  "connections": 1204,
  "profileUrl": "https://www.linkedin.com/in/maya-lindqvist",
  "email": "maya@northbeam.example"
}`;

const SCENES = {
  profile: [0, 12],
  crm: [12, 17.5],
  sheet: [17.5, 22.5],
  webhook: [22.5, 27.5],
  end: [27.5, 31],
};
const PRESS = 6.2;
const element = (id) => document.getElementById(id);
const part = (time, from, length) => Math.min(1, Math.max(0, (time - from) / length));
const ease = (x) => 1 - (1 - x) ** 3;
const row = (cells) => `<div>${cells.map((cell) => `<span>${cell}</span>`).join('')}</div>`;

element('points').innerHTML = POINTS.map(
  ([label, value]) => `<li><b>${label}</b><span>${value}</span></li>`,
).join('');
element('crm-rows').innerHTML = CRM.map(row).join('');
element('sheet-rows').innerHTML = SHEET.map(row).join('');

function showProfile(time) {
  const target = element('ping').getBoundingClientRect();
  const x = target.left + target.width * 0.6;
  const y = target.top + target.height * 0.6;
  const way = ease(part(time, 3.2, 1.8));
  element('cursor').style.left = `${820 + (x - 820) * way}px`;
  element('cursor').style.top = `${440 + (y - 440) * way}px`;
  const pressed = time >= PRESS;
  element('ping').style.transform = `scale(${time >= PRESS - 0.15 && time < PRESS + 0.15 ? 0.94 : 1})`;
  element('ping-label').textContent = time >= PRESS + 3.6 ? 'Pinged' : 'Ping';
  element('ping').style.background = `var(--lp-color-${time >= PRESS + 3.6 ? 'success' : 'signal'})`;
  for (const [index, id] of ['wave-1', 'wave-2'].entries()) {
    const wave = element(id);
    const spread = part(time, PRESS + index * 0.18, 0.9);
    wave.style.left = `${target.left + target.width / 2}px`;
    wave.style.top = `${target.top + target.height / 2}px`;
    wave.style.opacity = pressed && spread < 1 ? String(0.7 * (1 - spread)) : '0';
    wave.style.transform = `scale(${1 + 9 * ease(spread)})`;
  }
  for (const [index, point] of [...document.querySelectorAll('[data-point]')].entries()) {
    const lit = part(time, PRESS + 0.4 + index * 0.42, 0.2) > 0;
    point.style.background = lit ? 'var(--lp-color-signal-soft)' : 'transparent';
    point.style.boxShadow = lit ? '0 0 0 4px var(--lp-color-signal-soft)' : 'none';
  }
  for (const [index, line] of [...element('points').children].entries()) {
    const arrived = ease(part(time, PRESS + 0.5 + index * 0.42, 0.35));
    line.style.opacity = String(arrived);
    line.style.transform = `translateX(${(1 - arrived) * -40}px)`;
  }
}

function showCrm(time) {
  const arrived = ease(part(time, 13.2, 0.5));
  const fresh = element('crm-rows').children[1];
  fresh.style.height = `${51 * arrived}px`;
  fresh.style.paddingBlock = `${13 * arrived}px`;
  fresh.style.opacity = String(arrived);
  fresh.style.background = 'var(--lp-color-signal-soft)';
  element('crm-toast').style.opacity = String(part(time, 13.8, 0.3));
}

function showSheet(time) {
  const cells = [...element('sheet-rows').children[5].children].slice(1);
  for (const [index, cell] of cells.entries()) {
    const arrived = part(time, 18.6 + index * 0.22, 0.2);
    cell.style.color = arrived > 0.5 ? 'inherit' : 'transparent';
    cell.style.background = arrived > 0 ? 'var(--lp-color-success-soft)' : 'transparent';
  }
}

function showWebhook(time) {
  const lines = JSON_BODY.split('\n');
  element('json').textContent = lines.slice(0, Math.ceil(lines.length * part(time, 23, 2))).join('\n');
  element('answer').style.opacity = String(part(time, 25.4, 0.3));
}

function showEnd(time) {
  for (const [index, ring] of [...document.querySelectorAll('.mark i')].entries()) {
    ring.style.transform = `scale(${ease(part(time, 27.7 + index * 0.15, 0.5))})`;
  }
}

globalThis.showAt = (time) => {
  for (const [id, [from, to]] of Object.entries(SCENES)) {
    const first = from === 0 ? 1 : part(time, from, 0.3);
    const last = id === 'end' ? 1 : 1 - part(time, to, 0.3);
    element(id).style.opacity = String(time < to + 0.3 ? Math.min(first, last) : Math.min(0, last));
  }
  element('end').style.opacity = String(part(time, 27.5, 0.3));
  showProfile(time);
  showCrm(time);
  showSheet(time);
  showWebhook(time);
  showEnd(time);
};
globalThis.showAt(0);
