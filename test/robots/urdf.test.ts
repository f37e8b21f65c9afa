import { describe, expect, it } from "vitest";
import { rotate } from "../../src/algebra/rotation.js";
import { coordinateLimits, coordinatesOf } from "../../src/robots/robot.js";
import { parseUrdf } from "../../src/robots/urdf.js";

/** A robot of two links whose joint has given insides, beginning in line 5. */
const robot = (joint: string, more = ""): string => `<robot name="r">
  <link name="a"/>
  <link name="b"/>${more}
  <joint name="j" type="revolute">
    ${joint}
  </joint>
</robot>`;
const ends = `<parent link="a"/><child link="b"/>`;
const limit = `<limit lower="-1" upper="2"/>`;

describe("what is read", () => {
  it("origin, axis, limits; the rest is left alone", () => {
    const { joints, links } = parseUrdf(
      robot(
        `${ends}<origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/><axis xyz="0 3 4"/>
         <limit lower="-1" upper="2" velocity="0.5" effort="9"/><dynamics damping="0.1"/><calibration rising="0"/>`,
        `<material name="m"/><!-- a comment --><link name="c"><visual><origin xyz="no"/></visual></link>
         <joint name="k" type="fixed"><parent link="c"/><child link="a"/></joint>`,
      ),
    );
    expect(links).toEqual(["c", "a", "b"]);
    const joint = joints[1];
    expect(joint.axis).toEqual([0, 0.6, 0.8]);
    expect(joint.limits).toEqual({ lower: -1, upper: 2, speed: 0.5, effort: 9 });
    expect(joint.origin.position).toEqual([1, 2, 3]);
    rotate(joint.origin.orientation, [1, 0, 0]).forEach((x, i) => {
      expect(x).toBeCloseTo([0, 1, 0][i], 15);
    });
  });

  it("a byte order mark before it is no fault", () => {
    expect(parseUrdf(`\uFEFF${robot(`${ends}${limit}`)}`)).toEqual(parseUrdf(robot(`${ends}${limit}`)));
  });

  it("a chain of 20 000 links takes about ten times as long as one of 2 000", () => {
    const chain = (count: number): string =>
      `<robot name="r">${Array.from({ length: count }, (_, k) => `<link name="l${k}"/>`).join("\n")}${Array.from(
        { length: count - 1 },
        (_, k) => `<joint name="j${k}" type="continuous"><parent link="l${k}"/><child link="l${k + 1}"/>
          ${k === 0 ? "" : `<mimic joint="j${k - 1}"/>`}</joint>`,
      ).join("\n")}</robot>`;
    const time = (count: number): number => {
      const text = chain(count);
      const begin = performance.now();
      expect(parseUrdf(text).links).toHaveLength(count);
      return performance.now() - begin;
    };
    time(2000);
    const short = time(2000);
    // quadratic work would take a hundred times as long
    expect(time(20_000) / short).toBeLessThan(40);
  });

  it("rolls about x, then pitches about y, then yaws about z of the parent", () => {
    const { joints } = parseUrdf(robot(`${ends}${limit}<origin rpy="0.3 -0.5 0.7"/>`));
    const [r, p, y] = [0.3, -0.5, 0.7];
    // first column of Rz(y) Ry(p) Rx(r), and third
    const { orientation } = joints[0].origin;
    const first = rotate(orientation, [1, 0, 0]);
    const third = rotate(orientation, [0, 0, 1]);
    const [cos, sin] = [Math.cos, Math.sin];
    [cos(y) * cos(p), sin(y) * cos(p), -sin(p)].forEach((x, i) => {
      expect(first[i]).toBeCloseTo(x, 14);
    });
    [cos(y) * sin(p) * cos(r) + sin(y) * sin(r), sin(y) * sin(p) * cos(r) - cos(y) * sin(r), cos(p) * cos(r)].forEach(
      (x, i) => {
        expect(third[i]).toBeCloseTo(x, 14);
      },
    );
  });

  it("limits of joints that mimic bind the coordinate", () => {
    const text = `<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
      <joint name="j" type="prismatic">${ends}<limit lower="0" upper="1"/></joint>
      <joint name="k" type="revolute"><parent link="b"/><child link="c"/><limit lower="-1" upper="0.5"/>
        <mimic joint="j" multiplier="-2" offset="0.1"/></joint></robot>`;
    const read = parseUrdf(text);
    expect(coordinatesOf(read)).toEqual(["j"]);
    const { lower, upper } = coordinateLimits(read);
    expect(lower[0]).toBe(0);
    expect(upper[0]).toBeCloseTo(0.55, 15);
  });

  it("a continuous joint has no limits, also where the file gives some", () => {
    const text = robot(`${ends}<limit lower="-1" upper="1" velocity="2"/>`).replace("revolute", "continuous");
    expect(parseUrdf(text).joints[0].limits).toEqual({
      lower: Number.NEGATIVE_INFINITY,
      upper: Number.POSITIVE_INFINITY,
      speed: 2,
    });
  });
});

const joint2 = `<link name="c"/><joint name="j2" type="fixed"><parent link="c"/><child link="b"/></joint>`;
const bad: readonly (readonly [string, string, RegExp])[] = [
  ["no text", "", /no XML, line 1/],
  ["no XML", "<robot>\n<link name='a'>\n</robot>", /no XML, line \d: .*link/],
  ["an unquoted attribute", "<robot>\n<link name=a/></robot>", /no XML, line 2/],
  ["another root", "<sdf/>", /<sdf> in line 1 is not the <robot>/],
  ["no links", `<robot name="r"/>`, /<robot name="r"> in line 1 has no <link>/],
  [
    "a macro",
    `<robot name="r" xmlns:xacro="http://ros.org/xacro">\n<xacro:arm/></robot>`,
    /<xacro:arm> in line 2 is a macro/,
  ],
  ["a nameless link", `<robot><link/></robot>`, /<link> in line 1 needs the attribute name/],
  [
    "a name twice",
    robot(`${ends}${limit}`, `\n<link name="b"/>`),
    /<link name="b"> in line 4 repeats the name of line 3/,
  ],
  ["no parent", robot(`<child link="b"/>${limit}`), /<joint name="j"> in line 4 needs a <parent>/],
  ["no such link", robot(`<parent link="a"/>\n<child link="x"/>${limit}`), /<child> in line 6 names the link "x"/],
  ["an unknown type", robot(`${ends}`).replace("revolute", "ball"), /<joint name="j"> in line 4 has type "ball"/],
  ["no limit", robot(ends), /<joint name="j"> in line 4 needs a <limit>/],
  ["limits the wrong way", robot(`${ends}<limit lower="1" upper="0"/>`), /<limit> in line 5 has a lower limit of 1/],
  [
    "two numbers for three",
    robot(`${ends}${limit}<origin xyz="1 2"/>`),
    /<origin> in line 5 must have 3 numbers as xyz/,
  ],
  ["words for numbers", robot(`${ends}<limit lower="low"/>`), /<limit> in line 5 must have one number as lower/],
  ["no axis", robot(`${ends}${limit}<axis xyz="0 0 0"/>`), /<axis> in line 5 must not be zero/],
  ["two axes", robot(`${ends}${limit}<axis/><axis/>`), /has more than one <axis>/],
  ["two parents of a link", robot(`${ends}${limit}`, joint2), /"j"> .* moves the link "b", which the joint "j2" moves/],
  ["two roots", robot(`${ends}${limit}`, `<link name="c"/>`), /<robot name="r"> in line 1 has several roots: a, c/],
  ["a circle", robot(`<parent link="b"/><child link="b"/>${limit}`), /"j"> in line 4 is part of a circle/],
  [
    "a mimic of nothing",
    robot(`${ends}${limit}<mimic joint="x"/>`),
    /"j"> in line 4 mimics the joint "x", which there is not/,
  ],
  ["a mimic of itself", robot(`${ends}${limit}<mimic joint="j"/>`), /"j"> in line 4 mimics itself/],
];

describe("what is refused, in one sentence with element and line", () => {
  it.each(bad)("%s", (_, text, sentence) => {
    expect(() => parseUrdf(text)).toThrow(RangeError);
    expect(() => parseUrdf(text)).toThrow(sentence);
    try {
      parseUrdf(text);
    } catch (thrown) {
      expect((thrown as Error).message).toMatch(/^URDF: [^\n]*\.$/);
    }
  });
});

describe("weights", () => {
  const link = (inner: string): string => `<robot name="r"><link name="a"/><link name="b">${inner}</link>
    <joint name="j" type="continuous"><parent link="a"/><child link="b"/><dynamics damping="0.2" friction="3"/></joint></robot>`;

  it("turns an inertia into the axes of its link", () => {
    const { inertials, resistances } = parseUrdf(
      link(`<inertial><origin xyz="1 2 3" rpy="0 0 ${Math.PI / 2}"/><mass value="4"/>
        <inertia ixx="1" iyy="2" izz="3" ixy="0.1" ixz="0" iyz="0.2"/></inertial>`),
    );
    expect(inertials).toHaveLength(1);
    const [{ link: name, mass, centre, inertia }] = inertials!;
    expect([name, mass, centre]).toEqual(["b", 4, [1, 2, 3]]);
    // x of the weight is y of the link, y is −x
    [2, 1, 3, -0.1, -0.2, 0].forEach((x, i) => {
      expect(inertia[i]).toBeCloseTo(x, 12);
    });
    expect(resistances).toEqual([{ joint: "j", damping: 0.2, friction: 3 }]);
  });

  it.each([
    ["<inertial/>", "without <mass>"],
    ['<inertial><mass value="-1"/></inertial>', 'of the link "b" is negative: -1 kg'],
    ['<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="-1"/></inertial>', "an inertia that no body has"],
    ['<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="2"/></inertial>', "an inertia that no body has"],
    ["<inertial><mass/></inertial>", "needs the attribute value"],
    ['<inertial><mass value="heavy"/></inertial>', "must have one number"],
  ])("refuses %s", (inner, words) => {
    expect(() => parseUrdf(link(inner))).toThrow(words);
    expect(() => parseUrdf(link(inner))).toThrow(/^URDF: .*in line \d+ .*\.$/);
  });
});
