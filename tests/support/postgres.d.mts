export interface TestPostgres {
  url: string
  /** Stops every process of the server where it stands: connections hang. */
  pause(): void
  resume(): void
  /** Ends it as a power cut would; the data stays, for `restart`. */
  crash(): Promise<void>
  restart(): Promise<void>
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL in a new folder on a free port of this machine. `durable`: on the disk and synced, as in use; by default in
 * memory where that can be had.
 */
export function startPostgres(options?: { durable?: boolean }): Promise<TestPostgres>
