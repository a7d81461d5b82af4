// The cards shown beside each game's name on the first page. A new game adds its line.
export const pictures: Readonly<Record<string, readonly string[]>> = {
  push: ["G2", "Y5", "R1", "B6", "P3"],
  quinto: ["O4", "Y2", "X-2", "P5"],
  hexa: ["yellow-car", "green-cup", "pink-butterfly", "blue-flower"],
  trio: ["1-red-sun", "4-blue-moon", "2-green-leaf", "6-orange-bolt"],
};
