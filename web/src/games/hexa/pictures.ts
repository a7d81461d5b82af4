export default ["pink-car", "blue-butterfly", "green-cup", "orange-cone"];
