export default ["6-purple-sun", "2-blue-leaf", "5-red-drop", "2-yellow-bolt"];
