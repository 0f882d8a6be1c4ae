// Runs once, when the database is made: a user per process, with rights to its own database and no other, and one that can read
// everything for a backup and change nothing. To add a user to a database that exists: docs/operating/upgrade.md.
/* global db, process */
const admin = db.getSiblingDB('admin');
function createUser(name, role) {
  const pwd = process.env[`${name.toUpperCase()}_DATABASE_PASSWORD`];
  if (!pwd) throw new Error(`${name.toUpperCase()}_DATABASE_PASSWORD is missing`);
  admin.createUser({ user: name, pwd, roles: [role] });
}
for (const name of ['gateway', 'identity', 'commerce', 'licensing', 'support'])
  createUser(name, { role: 'readWrite', db: `leadping-${name}` });
createUser('backup', { role: 'backup', db: 'admin' });
