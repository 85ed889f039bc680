import { homeHash } from '../lib/home-address.ts'

/** What the boot script needs to know of a built file. */
interface BuiltFile {
  type: string
  fileName: string
  facadeModuleId?: string | null
  imports?: string[]
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

/** The early parts of the build by their file names. */
interface EarlyParts {
  /** runs first */
  entry: string
  /** in the order in which they are needed */
  scripts: string[]
  styles: string[]
  /** the texts of each language */
  texts: Record<string, string>
}

function earlyParts(files: readonly BuiltFile[], entry: BuiltFile): EarlyParts {
  const byName = new Map(files.map((file) => [file.fileName, file]))
  const find = (end: string) => files.find((file) => file.facadeModuleId?.endsWith(end))?.fileName ?? ''
  // what is needed comes before what needs it
  const inOrder = (name: string, found: Set<string>) => {
    for (const next of byName.get(name)?.imports ?? []) if (!found.has(next)) inOrder(next, found)
    return found.add(name)
  }
  const scripts = inOrder(find('/app/data-layer.ts'), inOrder(entry.fileName, new Set()))
  const styles = new Set([...scripts].flatMap((name) => [...(byName.get(name)?.viteMetadata?.importedCss ?? [])]))
  scripts.delete(entry.fileName)
  const texts = Object.fromEntries(['en', 'fr', 'es'].map((locale) => [locale, find(`/locales/${locale}.po`)]))
  return { entry: entry.fileName, scripts: [...scripts], styles: [...styles], texts }
}

/** The inline scripts of index.html, made at build time, for any browser; the server hashes them for the page's policy. */
export interface BootScripts {
  head: string
  end: string
}

/**
 * `head` runs before anything is painted, and asks the browser for nothing that it would have to wait for: reading cookies
 * and storage takes a sixth of a second on a phone that has just been woken.
 *   what fits  `deep`: there is no first screen, or it belongs to another address or language. The style hides it.
 *              `fresh`, `below`: the first screen as it comes; the style leaves out the products behind the first four,
 *              and what stands below them, until these are painted: three times as much to lay out would keep them
 *              waiting. Then they come one after the other, so that no tap has to wait for both
 * `end` runs behind the first screen, and all but `presses` when that has been painted:
 *   language   from the address, cookie, storage or browser (specification section 4)
 *   who        signed in or not. Server and worker mostly know both when they make the page: the rest is put right here,
 *              `deep` hides the screen and `known` the header when it was made for somebody else
 *   scripts    all early parts at once, which saves round trips; the first screen's pictures go before them. Each is run
 *              by itself, those that others need first: a tap between two of them is not kept waiting
 *   presses    links work by themselves; the skip link moves the focus, a search goes into the address, a button is
 *              marked, for the app to follow
 */
export function bootScripts(files: readonly BuiltFile[], entry: BuiltFile): BootScripts {
  const { entry: start, scripts, styles, texts } = earlyParts(files, entry)
  const locales = Object.keys(texts).join(' ')
  const head = `(function(e,l){var m=/[?&]lng=(\\w\\w)/i.exec(l.search+l.hash)
e.className=!e.hasAttribute('data-first')||m&&m[1].toLowerCase()!=e.lang&&'${locales}'.indexOf(m[1].toLowerCase())>=0||!${homeHash}.test(l.hash)?'deep':'fresh below'})(document.documentElement,location)`
  const end = `(function(d,w,c,t,s){var e=d.documentElement,n=navigator,g=0,j=0,m=1,l='en',i=0,f=e.getAttribute('data-first')
function q(x){var m=/[?&]lng=(\\w\\w)/i.exec(x);return m&&m[1]}
function v(x,y){try{return w[x].getItem(y)}catch(z){}}
function p(o){var m=d.createElement(o.src?'script':'link');for(var y in o)m[y]=o[y];d.head.appendChild(m)}
function o(){if(j++)return
p({rel:'modulepreload',href:'./'+c[e.lang]});t.concat('${start}').forEach(function(y,i){p({type:'module',async:false,id:i<t.length?'':'entry',src:'./'+y})})
s.forEach(function(y){p({rel:'stylesheet',href:'./'+y})})}
function z(){--m||o()}
function r(){var a=[q(location.search),q(location.hash),(/(?:^|; )lng=(\\w\\w)/.exec(d.cookie)||[])[1],v('localStorage','lng'),v('sessionStorage','lng')].concat(n.languages||n.language||[])
for(;i<a.length;i++){var u=a[i]&&a[i].slice(0,2).toLowerCase();if(u&&'${locales}'.indexOf(u)>=0){l=u;break}}
var k=v('localStorage','userInfo'),x=/deep/.test(e.className)||e.lang!=l||f&&!k
if(e.lang!=l)e.lang=l
e.className=(x?'deep ':'')+(k&&!f?'known':'')
if(!x){[].forEach.call(d.images,function(y){var b=y.getBoundingClientRect()
if(b.width>40&&b.top<innerHeight&&b.left<innerWidth&&!y.complete){m++;y.addEventListener('load',z);y.addEventListener('error',z)}})
setTimeout(o,1500);['pointerdown','keydown'].forEach(function(y){w.addEventListener(y,o,{once:true,passive:true})})}
z()}
function b(x,y){e.classList.remove(x);requestAnimationFrame(function(){setTimeout(y)})}
function h(){g++||b('fresh',function(){b('below',r)})}
if(/deep/.test(e.className)||d.hidden)r()
else{requestAnimationFrame(function(){setTimeout(h,1000)})
try{new PerformanceObserver(h).observe({type:'paint',buffered:true})}catch(z){}}
function on(x,y,z){x.addEventListener(y,z,true);w.addEventListener('shop:up',function(){x.removeEventListener(y,z,true)})}
on(d,'submit',function(y){y.preventDefault();var b=y.target.elements.keyword;if(b)location.hash='#/products?keyword='+encodeURIComponent(b.value.trim())})
on(d,'click',function(y){var b=y.target.closest&&y.target.closest('button,.skip-link');if(b&&b.href){y.preventDefault();b=d.querySelector('h1');b.tabIndex=-1;b.focus()}
else if(b&&b.type=='button'&&!b.hasAttribute('popovertarget'))b.setAttribute('data-pressed','')})
on(d,'change',function(y){if(y.target.className=='language-select')try{localStorage.setItem('lng',y.target.value)}catch(z){}})
on(w,'hashchange',function(){e.className+=' deep'})
})(document,window,${JSON.stringify(texts)},${JSON.stringify(scripts)},${JSON.stringify(styles)})`
  return { head, end }
}
