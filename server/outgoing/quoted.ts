import { plainLine } from '../../contract/fields.ts'

/** Characters of a quoted line. Mail programs wrap longer ones, and the part after the break would have no mark. */
const width = 70

function wrap(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ +/)) {
    // a word that is longer than a line is cut
    for (const part of word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? ['']) {
      if (line !== '' && line.length + 1 + part.length > width) {
        lines.push(line)
        line = part
      } else line = [line, part].filter(Boolean).join(' ')
    }
  }
  return [...lines, line]
}

/** A text of somebody else in a mail: each line has a mark, so that it cannot look like the shop's own words. */
export function quoted(text: string): string {
  return text
    .trim()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .flatMap((each) => wrap(plainLine(each)))
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

export function isQuoted(line: string): boolean {
  return /^>( |$)/.test(line)
}

/** The lines of a quoted text as they were written: without marks, and a line that was wrapped is one again. */
export function unquoted(marked: readonly string[]): string[] {
  const whole: string[] = []
  let last = ''
  for (const line of marked.map((each) => each.replace(/^> ?/, ''))) {
    const [word = ''] = line.split(' ', 1)
    const isWrapped = last !== '' && word !== '' && last.length + 1 + word.length > width
    whole.push(isWrapped ? `${whole.pop()} ${line}` : line)
    last = line
  }
  return whole
}
