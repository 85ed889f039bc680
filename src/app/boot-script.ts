/** What the boot script needs to know of a built file. */
interface BuiltFile {
  type: string
  fileName: string
  facadeModuleId?: string | null
  imports?: string[]
}

/**
 * The inline script of index.html, made at build time. It runs before the first paint: sets the language of the page
 * from the address, the storage or the browser (specification section 4) and asks early for the chunks that this
 * visit needs, which saves two round trips on a slow line. Written for any browser; the server hashes it for the CSP.
 */
export function bootScript(files: readonly BuiltFile[], entry: BuiltFile | undefined): string {
  const chunks = files.filter((file) => file.type === 'chunk')
  const find = (end: string) => chunks.find((chunk) => chunk.facadeModuleId?.endsWith(end))
  const first = new Set(entry ? [entry.fileName, ...(entry.imports ?? [])] : [])
  const closure = (ends: string[]) => [
    ...new Set(ends.flatMap((end) => [find(end)?.fileName, ...(find(end)?.imports ?? [])])),
  ]
  const later = (ends: string[]) => closure(ends).filter((name) => name !== undefined && !first.has(name))
  const catalogs = Object.fromEntries(
    ['en', 'fr', 'es'].map((locale) => [locale, find(`/locales/${locale}.po`)?.fileName]),
  )
  const data = later(['/app/data-layer.ts'])
  const home = later(['/routes/home-screen.tsx']).filter((name) => !data.includes(name))
  return `(function(d,c,t){function g(s){try{return s.getItem('lng')}catch(e){}}
function q(s){var m=/[?&]lng=(\\w\\w)/.exec(s);return m&&m[1]}
var n=navigator,a=[q(location.search),q(location.hash),(/(?:^|; )lng=(\\w\\w)/.exec(d.cookie)||[])[1]];
try{a.push(g(localStorage),g(sessionStorage))}catch(e){}
a=a.concat(n.languages||n.language||[]);var l='en';
for(var i=0;i<a.length;i++){var s=a[i]&&a[i].slice(0,2).toLowerCase();if(s&&c[s]){l=s;break}}
d.documentElement.lang=l;
function p(h){var e=d.createElement('link');e.rel='modulepreload';e.href='./'+h;d.head.appendChild(e)}
p(c[l]);t.forEach(p);
if(/^#\\/[^?]/.test(location.hash))d.documentElement.className='deep';else ${JSON.stringify(home)}.forEach(p)
})(document,${JSON.stringify(catalogs)},${JSON.stringify(data)})`.replaceAll('\n', '')
}
