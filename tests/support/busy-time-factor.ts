/** By how much the database's time limits are longer for a test: on a busy machine a healthy database may look like one that is away. */
export const busyTimeFactor = 20
