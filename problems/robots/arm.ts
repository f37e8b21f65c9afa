/**
 * Links and joints of an arm with seven axes, upright at zero, as the inside of a URDF's <robot>: the published
 * kinematics of the KUKA LBR iiwa 7 (axes z, y, z, −y, z, y, z; limits ±170° and ±120° in turn, the last ±175°).
 */
const armElements = `
  <link name="base"/>
  <link name="arm1"/>
  <joint name="joint1" type="revolute">
    <parent link="base"/>
    <child link="arm1"/>
    <origin xyz="0 0 0"/>
    <axis xyz="0 0 1"/>
    <limit lower="-2.967059728" upper="2.967059728" velocity="1.7" effort="176"/>
  </joint>
  <link name="arm2"/>
  <joint name="joint2" type="revolute">
    <parent link="arm1"/>
    <child link="arm2"/>
    <origin xyz="0 0 0.36"/>
    <axis xyz="0 1 0"/>
    <limit lower="-2.094395102" upper="2.094395102" velocity="1.7" effort="176"/>
  </joint>
  <link name="arm3"/>
  <joint name="joint3" type="revolute">
    <parent link="arm2"/>
    <child link="arm3"/>
    <origin xyz="0 0 0"/>
    <axis xyz="0 0 1"/>
    <limit lower="-2.967059728" upper="2.967059728" velocity="1.7" effort="176"/>
  </joint>
  <link name="arm4"/>
  <joint name="joint4" type="revolute">
    <parent link="arm3"/>
    <child link="arm4"/>
    <origin xyz="0 0 0.42"/>
    <axis xyz="0 -1 0"/>
    <limit lower="-2.094395102" upper="2.094395102" velocity="1.7" effort="176"/>
  </joint>
  <link name="arm5"/>
  <joint name="joint5" type="revolute">
    <parent link="arm4"/>
    <child link="arm5"/>
    <origin xyz="0 0 0"/>
    <axis xyz="0 0 1"/>
    <limit lower="-2.967059728" upper="2.967059728" velocity="1.7" effort="176"/>
  </joint>
  <link name="arm6"/>
  <joint name="joint6" type="revolute">
    <parent link="arm5"/>
    <child link="arm6"/>
    <origin xyz="0 0 0.4"/>
    <axis xyz="0 1 0"/>
    <limit lower="-2.094395102" upper="2.094395102" velocity="1.7" effort="176"/>
  </joint>
  <link name="arm7"/>
  <joint name="joint7" type="revolute">
    <parent link="arm6"/>
    <child link="arm7"/>
    <origin xyz="0 0 0"/>
    <axis xyz="0 0 1"/>
    <limit lower="-3.054326191" upper="3.054326191" velocity="1.7" effort="176"/>
  </joint>
  <link name="flange"/>
  <joint name="flange" type="fixed">
    <parent link="arm7"/>
    <child link="flange"/>
    <origin xyz="0 0 0.126"/>
  </joint>`;

/**
 * A gripper with two parallel jaws, as the inside of a URDF's <robot>. The jaws slide along x of the palm, each as far
 * from its middle as the joint "jaw" says; the axes of a finger stand in the middle of its pad, z out of the pad (towards
 * the other finger) and y along the y axis of the palm.
 */
const gripperElements = `
  <link name="palm"/>
  <link name="leftFinger"/>
  <joint name="jaw" type="prismatic">
    <parent link="palm"/>
    <child link="leftFinger"/>
    <origin xyz="0 0 0.12" rpy="0 1.5707963267948966 0"/>
    <axis xyz="0 0 -1"/>
    <limit lower="0" upper="0.06" velocity="0.2" effort="100"/>
  </joint>
  <link name="rightFinger"/>
  <joint name="rightJaw" type="prismatic">
    <parent link="palm"/>
    <child link="rightFinger"/>
    <origin xyz="0 0 0.12" rpy="0 -1.5707963267948966 0"/>
    <axis xyz="0 0 -1"/>
    <limit lower="0" upper="0.06" velocity="0.2" effort="100"/>
    <mimic joint="jaw"/>
  </joint>`;

/** The arm alone. */
export const arm = `<robot name="arm">${armElements}
</robot>`;

/** The gripper alone, its root the palm. */
export const gripper = `<robot name="gripper">${gripperElements}
</robot>`;

/** The arm with the gripper on its flange. */
export const armWithGripper = `<robot name="arm with gripper">${armElements}
  <joint name="mount" type="fixed">
    <parent link="flange"/>
    <child link="palm"/>
  </joint>${gripperElements}
</robot>`;
