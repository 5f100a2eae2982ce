/** The five questions of the specification. */
export const ARTICLES = [
  {
    question: "How do you improve the performance of a React application?",
    answer: [
      "Measure first: the profiler shows which components render and why, the network panel what the visitor waits for. Most slow pages are slow because they send too much code or ask for data in a chain, not because React renders too often.",
      "Then send less: split the code by route, load what few people need when they need it, size pictures for the screen they are shown on. Render less: keep state near the place that uses it, so that a keystroke in one field does not draw the whole page, give lists stable keys, and show long lists in pieces.",
      "Memoise last, where the profiler points. A memo that is never hit costs more than it saves.",
    ],
  },
  {
    question: "Which ways are there to manage state in a React application?",
    answer: [
      "Ask whose state it is. What one component needs lives in that component, with useState or useReducer. What neighbours share moves up to their nearest common parent. What the whole tree reads and seldom changes, like the theme or who is signed in, suits a context.",
      "What belongs to the server is not the application’s state but a copy of it: a query library fetches it, keeps it fresh and throws it away. What a link should carry, such as a search or a filter, belongs in the address.",
      "What remains after that is small. A store like Redux or Zustand serves where many distant parts change the same thing.",
    ],
  },
  {
    question: "How does prototypal inheritance work?",
    answer: [
      "Every JavaScript object has a link to another object, its prototype. When a property is read that the object does not have itself, the search goes on in the prototype, then in the prototype’s prototype, until the property is found or the chain ends in null.",
      "Nothing is copied: a method stands once on the prototype and works for every object linked to it, with this being the object it was called on. Writing never travels up the chain; it makes a property of the object’s own, which hides the inherited one.",
      "class is a friendlier way to write the same: its methods are put on the prototype, and extends links one prototype to another.",
    ],
  },
  {
    question: "Why is state not set directly in React?",
    answer: [
      "With const [tools, setTools] = useState([]), assigning tools = […] changes a local variable and nothing else. React has not been told, so nothing is drawn again, and the next render brings the old value back.",
      "Changing the array in place, with push for instance, is no better: the reference stays the same, so React and every memo that compares by reference conclude that nothing has happened, and a render already under way may see half of the change.",
      "setTools([...tools, tool]) hands React a new value. It can schedule the render, batch it with others, and compare the old value with the new.",
    ],
  },
  {
    question: "What is a unit test, and why write one?",
    answer: [
      "A unit test calls one small piece of a program, a function or a component, in isolation and compares what it does with what it should do. It runs in milliseconds, so it can run at every change.",
      "It finds a fault in the place where it was made, long before a visitor does. It says, in a form that cannot grow stale unnoticed, what the piece is for. And it lets one change the inside of the piece with a calm mind.",
      "A good one tests behaviour and not wording: it fails when the shop would be wrong, and only then.",
    ],
  },
];
