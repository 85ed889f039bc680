/** A multipart form as both platforms know it, named here so that the contract needs neither's types. */
export interface MultipartBody {
  append(name: string, value: string): void
}
