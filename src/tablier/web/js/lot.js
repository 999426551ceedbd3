// Drawing by lot.

/** The same things in an order that nobody chose. @template T @param {T[]} things @returns {T[]} */
export function shuffled(things) {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last--) {
    const drawn = below(last + 1);
    [order[last], order[drawn]] = [order[drawn], order[last]];
  }
  return order;
}

/** A number from 0 on, each as likely as the others. @param {number} bound */
function below(bound) {
  const most = Math.floor(2 ** 32 / bound) * bound;
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < most) return drawn % bound;
  }
}
