export interface EngineSettings {
  socketFolder: string;
  /** For temporary data: no fsync, so a crash of the machine may lose data. */
  ephemeral: boolean;
}

/** PostgreSQL's settings as arguments, so that prepared data folders contain none. */
export function engineArguments(dataFolder: string, { socketFolder, ephemeral }: EngineSettings): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    shared_preload_libraries: 'pg_cron,pg_documentdb_core,pg_documentdb,pg_documentdb_extended_rum',
    max_connections: '120',
    jit: 'off',
    timezone: 'GMT',
    log_timezone: 'GMT',
    deadlock_timeout: '100ms',
    'cron.database_name': 'postgres',
    'cron.use_background_workers': 'on',
    'cron.launch_active_jobs': 'off',
    'cron.log_run': 'off',
    'cron.log_statement': 'off',
    // The only index type that returns rows in index order. The engine's default sorts all results.
    'documentdb.alternate_index_handler_name': 'extended_rum',
    'documentdb.localhost_connection_string': `host=${socketFolder}`,
    'documentdb.useFileBasedPersistedCursors': 'on',
    'documentdb.defaultCursorExpiryTimeLimitSeconds': '600',
    ...(ephemeral && { fsync: 'off', full_page_writes: 'off', autovacuum_naptime: '10min' }),
  };
  return [
    '-D',
    dataFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
