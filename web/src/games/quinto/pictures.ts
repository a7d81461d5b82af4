export default ["O4", "Y0", "P5", "X-2"];
