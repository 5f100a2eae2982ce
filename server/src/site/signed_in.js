// Reports the result in two ways, because a provider's page may have removed `window.opener`. Only pages of the shop's
// origin get the message, and it contains only the result.
const query = new URLSearchParams(location.search);
const provider = query.get("provider");
const problem = query.get("problem");
const result = problem === null ? { done: true, provider } : { problem, provider };
window.opener?.postMessage(result, location.origin);
const channel = new BroadcastChannel("trowel-sign-in");
channel.postMessage(result);
channel.close();
window.close();
