const toast = document.querySelector('.toast');
const live = document.querySelector('.live');

/** Puts a section's rows anew, leaving open what was open. */
async function refresh(name) {
  const rows = document.querySelector(`#${CSS.escape(name)} .rows`);
  const answer = await fetch(`/sandbox/sections/${name}`);
  if (!rows || !answer.ok) return;
  const open = new Set([...rows.querySelectorAll('details[open]')].map((each) => each.id));
  const next = document.createElement('template');
  next.innerHTML = await answer.text();
  for (const each of next.content.querySelectorAll('details')) each.open = open.has(each.id);
  rows.replaceChildren(next.content);
}

/** Makes the call that a button stands for, and says so where it is refused. */
async function act(button) {
  button.disabled = true;
  toast.textContent = '';
  const answer = await fetch(button.dataset.post, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: button.dataset.body ?? '{}',
  });
  button.disabled = false;
  if (answer.ok) return;
  const refusal = await answer.json().catch(() => ({}));
  toast.textContent = refusal.error?.message ?? refusal.message ?? `That did not work (${answer.status}).`;
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-post]');
  if (button) void act(button);
});

const changes = new EventSource('/sandbox/changes');
changes.addEventListener('message', ({ data }) => void refresh(data));
changes.addEventListener('open', () => {
  live.dataset.state = 'on';
  live.textContent = 'Live';
  // What happened while nobody was listening.
  for (const section of document.querySelectorAll('main section')) void refresh(section.id);
});
changes.addEventListener('error', () => {
  live.dataset.state = 'off';
  live.textContent = 'Reconnecting';
});
