/** Rows on one page of the admin lists for which the specification names no number. */
export const rowsPerPage = 20
