import type { ContactMessage } from '../../contract/inbox.ts'
import { isRecord, readText } from '../lib/record.ts'
import { readData, readId, readList, readRows, readTime } from './read-value.ts'

/** A message of the contact form; undefined without an id. */
export function readMessage(body: unknown): ContactMessage | undefined {
  const value = readData(body)
  if (!isRecord(value) || readId(value) === '') return undefined
  return {
    _id: readId(value),
    subject: readText(value.subject),
    name: readText(value.name),
    email: readText(value.email),
    message: readText(value.message),
    created_at: readTime(value.created_at),
    isRead: value.isRead === true,
    isAnswered: value.isAnswered === true,
  }
}

export function readMessages(body: unknown): ContactMessage[] | undefined {
  return readRows(readList(body, ['messages']), readMessage)
}
