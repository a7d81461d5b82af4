export default ["G5", "Y2", "R6", "D", "B3"];
