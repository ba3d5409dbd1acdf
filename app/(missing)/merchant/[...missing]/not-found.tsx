/** The layout says all there is to say. */
export default function NotFound() {
  return null;
}
