interface Article {
  question: string;
  /** Paragraphs. Text in `backticks` is code. */
  answer: [string, string, string];
  example: string;
}

/** The five questions of docs/specification.md. */
export const articles: [Article, Article, Article, Article, Article] = [
  {
    question: "How do you improve the performance of a React application?",
    answer: [
      "Measure first. The browser’s network panel shows what a visitor waits for, React’s profiler which components render and why. Most slow pages send too much code or ask for one thing after another; few are slow because React renders too often.",
      "Send less: split the code by route, so that a page brings only what it shows, give pictures the size of the screen they are seen on, and start what can run side by side at the same time. Render less: keep state near the place that uses it, give the rows of a list stable keys, and show long lists in pieces.",
      "Memoise last, where the profiler points, with `memo`, `useMemo` and `useCallback` or with the React compiler, which does it for you. A memo whose inputs change at every render costs more than it saves.",
    ],
    example: `const Dashboard = lazy(() => import("./Dashboard"));

<Suspense fallback={<Spinner />}>
  <Dashboard />
</Suspense>`,
  },
  {
    question: "Which ways are there to manage state in a React application?",
    answer: [
      "Ask whose state it is. What one component needs lives in that component, with `useState` or `useReducer`. What neighbours share moves up to their nearest common parent and comes down as props. What a whole tree reads and seldom changes, like the theme or who is logged in, suits a context.",
      "What belongs to the server is no state of the application but a copy of the server’s: a query library fetches it, shares it between components, and asks again when it has grown old. What a link should carry, such as a search or a filter, belongs in the address, where Back and a bookmark find it.",
      "What remains is small. Where many distant parts change the same thing, a store outside of the tree, such as Redux or Zustand, lets each component subscribe to just the piece it shows.",
    ],
    example: `// one component’s own
const [count, setCount] = useState(12);
// the whole tree’s
const theme = useContext(Theme);
// the server’s
const tools = useQuery(toolsQuery);
// the address’s
const [search] = useSearchParams();`,
  },
  {
    question: "How does prototypal inheritance work?",
    answer: [
      "Every JavaScript object has a link to another object or to `null`: its prototype. A property that the object does not have itself is looked up in the prototype, then in the prototype’s prototype, until it is found or the chain ends.",
      "Nothing is copied. A method stands once, on the prototype, and works for every object linked to it, with `this` being the object it was called on. Assigning a plain property does not change the prototype: it makes a property of the object’s own, which hides the inherited one.",
      "`class` is another way to write the same. Its methods are put on the `prototype` object of the constructor, `new` links each new object to that, and `extends` links one such object to the next.",
    ],
    example: `const tool = {
  describe() {
    return \`A \${this.name}\`;
  },
};
const spade = Object.create(tool);
spade.name = "spade";

// "A spade": found on the prototype
spade.describe();
// false: it is not the spade’s own
Object.hasOwn(spade, "describe");`,
  },
  {
    question: "Why is state not set directly in React?",
    answer: [
      "What a component reads is a snapshot of its state, taken for this one render. Assigning to it changes a local variable and nothing else: React has not been told, so nothing is drawn, and the next render begins with the old value again.",
      "Changing an object or an array in place is no better. The reference stays the same, so React, which compares with `Object.is`, concludes that nothing has happened and may skip the render; whatever remembers the old value for a comparison now sees it changed as well.",
      "The setter hands React a new value. React then decides when to render, does several updates in one go, and can tell old from new. Where the new value depends on the old one, give the setter a function: it gets the latest value, not the snapshot’s.",
    ],
    example: `// nothing is drawn
tools.push(spade);
// a new array, a new render
setTools([...tools, spade]);
// counts to two
setCount((count) => count + 1);
setCount((count) => count + 1);`,
  },
  {
    question: "What is a unit test, and why write one?",
    answer: [
      "A unit test calls one small piece of a program, a function or a component, apart from the rest, and compares what it does with what it should do. It needs no network and no database, so it runs in milliseconds and can run at every change.",
      "It finds a fault where it was made, long before a visitor does, and says which piece is to blame. It shows by example what the piece is for, and cannot grow stale unnoticed. And it lets one rewrite the inside of the piece with a calm mind.",
      "A good one tests what the piece does and not how it is written: it fails when the program is wrong, and only then. It does not replace the tests that click through the whole; it leaves them less to find.",
    ],
    example: `test("a quantity below the minimum is refused", () => {
  const offer = { minimumQuantity: 12, availableQuantity: 480 };
  expect(quantityFault("11", offer)).toBe(
    "Ordered Quantity is less than minimum quantity",
  );
});`,
  },
];
