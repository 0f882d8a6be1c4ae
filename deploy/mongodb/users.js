// Runs once, when the database is made: a user per process, with rights to its own database and no other.
/* global db, process */
for (const name of ['gateway', 'identity', 'commerce', 'licensing', 'support']) {
  const pwd = process.env[`${name.toUpperCase()}_DATABASE_PASSWORD`];
  if (!pwd) throw new Error(`${name.toUpperCase()}_DATABASE_PASSWORD is missing`);
  db.getSiblingDB('admin').createUser({
    user: name,
    pwd,
    roles: [{ role: 'readWrite', db: `leadping-${name}` }],
  });
}
