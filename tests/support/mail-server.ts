import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** The text of a mail as people read it: soft line breaks and escaped bytes are put back. */
function readable(source: string): string {
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(source)) return source
  const bytes = source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

interface TakenMail {
  to: string
  source: string
  text: string
}

/** A mail server on a free port, and what it took. */
export async function openMailServer() {
  const taken: TakenMail[] = []
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        const source = Buffer.concat(chunks).toString('utf8')
        taken.push({ to, source, text: readable(source) })
        // it has the mail by then, as when the answer is lost
        done(refusals-- > 0 ? new Error('lost') : null)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // a server that listens on a port has an address with one
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    loseNext(count: number) {
      refusals = count
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
