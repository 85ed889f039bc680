/** An upload that is not a picture we take; the message is one plain sentence for the person who chose the file. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
}
