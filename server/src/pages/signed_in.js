// Both ways, since a provider may have cut the tie between this window and the page that opened it. To pages of the shop's
// own origin only, and never more than how it went.
const said = new URLSearchParams(location.search);
const provider = said.get("provider");
const problem = said.get("problem");
const told = problem === null ? { done: true, provider } : { problem, provider };
window.opener?.postMessage(told, location.origin);
const channel = new BroadcastChannel("trowel-sign-in");
channel.postMessage(told);
channel.close();
window.close();
