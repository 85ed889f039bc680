const two = (value: number) => String(value).padStart(2, '0')

/**
 * A time as the shop writes it: `DD-MM-YYYY hh:mm` in the reader's time zone, 12-hour with AM/PM (screens.md, dates).
 * Takes ISO 8601 or milliseconds since 1970; an empty text for anything that is no time. By hand: the first screen
 * shows a time, and a library for it would weigh more than all other texts of that screen.
 */
export function formatDate(time: string | number): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  const day = [two(date.getDate()), two(date.getMonth() + 1), String(date.getFullYear()).padStart(4, '0')].join('-')
  const hours = date.getHours()
  return `${day} ${two(hours % 12 || 12)}:${two(date.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`
}
