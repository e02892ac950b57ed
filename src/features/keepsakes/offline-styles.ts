/** Chapters start the film where they begin. */
export const OFFLINE_SCRIPT = `document.addEventListener('click',function(e){var a=e.target.closest('[data-at]');if(!a)return;
var p=document.getElementById('player');p.currentTime=Number(a.dataset.at);p.play();p.scrollIntoView({block:'center'});e.preventDefault();});`;

/** Fonts and colours of any computer: nothing is loaded. */
export const OFFLINE_STYLES = `
:root{color-scheme:light dark;--paper:#fbf2ec;--card:#fffdf9;--ink:#38132c;--soft:#6b5366;--rule:#e6d8cf;--ribbon:#ef5f47;--link:#a8321f}
@media (prefers-color-scheme:dark){:root{--paper:#1b0f17;--card:#291822;--ink:#f8eee6;--soft:#cdb9c4;--rule:#4a3240;--ribbon:#f2725b;--link:#ff9d8a}}
.quiet{--ribbon:#71808d}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{padding:3rem 1.25rem 1.5rem;border-top:1.25rem solid var(--ribbon);text-align:center}
h1,h2{font-family:Georgia,"Times New Roman",serif;line-height:1.2;margin:0 0 .75rem}
h1{font-size:clamp(1.8rem,1.2rem + 3vw,3rem)}
header p,small,footer{color:var(--soft)}
main,footer{max-width:64rem;margin:0 auto;padding:0 1.25rem 3rem}
section{margin-bottom:3rem}
video,img{display:block;width:100%;height:auto;border-radius:.5rem;background:#000}
#player{max-height:80vh}
audio{width:100%}
a{color:var(--link)}
ol,ul{list-style:none;margin:1rem 0 0;padding:0}
p{margin:.35rem 0}
.chapters{display:flex;flex-wrap:wrap;gap:.5rem}
.chapters a{display:inline-block;padding:.5rem .9rem;border:1px solid var(--rule);border-radius:2rem;background:var(--card);color:inherit;text-decoration:none}
.clips{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(16rem,100%),1fr));gap:1.25rem}
.clips li,.lines li{padding:1rem;border-radius:.75rem;background:var(--card)}
.clips :is(video,img){aspect-ratio:4/3;object-fit:contain}
.lines{display:grid;gap:.75rem}
.lines video{max-width:32rem}
blockquote{margin:0;padding:1.5rem 0;font:1.25rem/1.4 Georgia,serif;text-align:center;white-space:pre-line}
`;
