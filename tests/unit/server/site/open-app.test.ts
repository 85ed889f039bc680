// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What a script asks of the browser before it opens the app. */
function questionsIn(file: string) {
  const source = readFileSync(file, 'utf8')
  return [/'\w+' in window/, /'\w+' in HTMLElement\.prototype/].map((each) => each.exec(source)?.[0])
}

it('a page of the server opens the app in the browsers that the app supports, and in no others', () => {
  const asked = questionsIn('src/catalogue/before-paint.ts')
  expect(asked).not.toContain(undefined)
  expect(questionsIn('server/site/frame.ts')).toEqual(asked)
})
