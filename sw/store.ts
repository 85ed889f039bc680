/** One of our caches, limited in number and age. Keys are addresses; an answer's `Vary` plays no part. */
export interface Store {
  get(url: string): Promise<Response | undefined>
  /** keeps an answer that has passed the caller's checks */
  put(url: string, response: Response): Promise<void>
  remove(url: string): Promise<void>
  urls(): Promise<string[]>
}
