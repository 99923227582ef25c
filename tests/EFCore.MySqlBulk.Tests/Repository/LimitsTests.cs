using System.Text.RegularExpressions;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>Limits files, methods and parameter lists to a readable size. It counts lines and commas, as a reader would.</summary>
public sealed partial class LimitsTests
{
    private const int FileLines = 300;
    private const int MethodLines = 45;
    private const int Parameters = 7;

    [Fact]
    public void No_file_has_more_than_300_lines()
        => Assert.Empty(Files().Where(file => file.Code.Count(c => c == '\n') > FileLines).Select(file => file.Path));

    [Fact]
    public void No_method_has_more_than_45_lines()
        => Assert.Empty(Files().SelectMany(file => Members(file.Code).Where(member => IsMethod(member) && member.Split('\n').Length > MethodLines).Select(member => $"{file.Path}: {Head(member)}")));

    [Fact]
    public void Nothing_has_more_than_7_parameters()
        => Assert.Empty(Files().SelectMany(file => ParameterLists(file.Code).Where(list => Count(list.Text) > Parameters).Select(list => $"{file.Path}: {list.Name}")));

    [Fact]
    public void What_is_counted_is_what_a_reader_counts()
    {
        const string Code = """
            class A(int a, Func<int, int> b)
            {
                private readonly Func<int, int> _x = (a) => a;

                public static IReadOnlyList<int> Table { get; } =
                [
                    f(1),
                ];

                private static (int, int) Two<T>(int a, (int, int) b, Dictionary<int, int> c)
                {
                    return (a, b);
                }

                private int One() => 1;
            }

            """;
        Assert.Equal(["private static (int, int) Two<T>(int a, (int, int) b, Dictionary<int, int> c)", "private int One() => 1;"], Members(Code).Where(IsMethod).Select(Head));
        Assert.Equal(4, Members(Code).First(IsMethod).Split('\n').Length);
        Assert.Equal([("A", 2), ("Two", 3), ("One", 0)], ParameterLists(Code).Select(list => (list.Name, Count(list.Text))));
    }

    private static (string Path, string Code)[] Files()
    {
        string root = RepositoryFiles.PathOf("src");
        (string Path, string Code)[] files =
        [
            .. Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories)
                .Select(path => (Path.GetRelativePath(root, path).Replace('\\', '/'), Noise().Replace(File.ReadAllText(path), ""))),
        ];
        Assert.True(files.Length > 100, "The search for sources finds hardly any.");
        return files;
    }

    // Members are at the first level of indentation and end where their brackets are closed.
    private static IEnumerable<string> Members(string code)
    {
        List<string> member = [];
        int open = 0;
        foreach (string line in code.Split('\n'))
        {
            if (member.Count == 0 && !MemberStart().IsMatch(line))
                continue;
            member.Add(line);
            open += line.Count(c => c is '(' or '[' or '{') - line.Count(c => c is ')' or ']' or '}');
            if (open != 0 || !(line.EndsWith(';') || line.EndsWith('}')))
                continue;
            yield return string.Join('\n', member);
            member.Clear();
        }
    }

    // A property or a field has its braces, or its value, before any parameters.
    private static bool IsMethod(string member) => Declaration().IsMatch(member.Split('\n')[0]) && member[member.IndexOfAny(['(', '{', '='])] == '(';

    private static string Head(string member) => member.Split('\n')[0].Trim();

    private static IEnumerable<(string Name, string Text)> ParameterLists(string code)
        => Declaration().Matches(code).Select(match => (match.Groups["name"].Value, Bracketed(code, match.Index + match.Length)));

    private static string Bracketed(string code, int from)
    {
        int open = 1;
        int at = from;
        for (; open > 0; at++)
            open += code[at] == '(' ? 1 : code[at] == ')' ? -1 : 0;
        return code[from..(at - 1)];
    }

    private static int Count(string parameters)
    {
        int depth = 0;
        int commas = 0;
        foreach (char c in parameters)
        {
            depth += c is '(' or '<' or '[' ? 1 : c is ')' or '>' or ']' ? -1 : 0;
            commas += depth == 0 && c == ',' ? 1 : 0;
        }

        return parameters.Trim().Length == 0 ? 0 : commas + 1;
    }

    [GeneratedRegex(@"//[^\n]*|""(?:\\.|[^""\\\n])*""|'(?:\\.|[^'\\\n])+'")]
    private static partial Regex Noise();

    [GeneratedRegex(@"^    [a-zA-Z(]")]
    private static partial Regex MemberStart();

    // A type with parameters, or a member with a name and a list behind its type. Calls are indented further.
    [GeneratedRegex(@"(?m)^(?:(?:    )?(?:\w+ )*(?:class|record|struct) |    (?:(?:public|private|protected|internal|static|async|override|abstract|virtual|sealed|partial|new) )+(?:[\w<>?,. \[\]()]+? )?)(?<name>\w+)(?:<[\w, ]+>)?\(")]
    private static partial Regex Declaration();
}
