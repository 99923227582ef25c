using System.Reflection;
using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Execution.Operations;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>Enforces the tables of folders and rooms in docs/flow.md, as the compiler binds the names in the code.</summary>
public sealed partial class DependencyTests
{
    private static readonly Dictionary<string, string[]> Allowed = new()
    {
        [""] = [],
        ["(extensions)"] = ["Execution", "Saving", "Reading", "ByQuery"],
        ["(shards)"] = ["Execution", "Sharding", "Session"],
        ["Mapping"] = [],
        ["Graphs"] = ["Mapping"],
        ["Planning"] = ["Mapping"],
        ["Sql"] = ["Mapping", "Planning"],
        ["Encoding"] = ["Mapping", "Pipeline"],
        ["Session"] = ["Planning", "Diagnostics"],
        ["Pipeline"] = [],
        ["DriverStreams"] = ["Pipeline"],
        ["TwoPhase"] = ["Planning", "Session", "Diagnostics"],
        ["OwnConnection"] = ["Mapping", "Planning", "Session", "Pipeline", "DriverStreams", "TwoPhase", "Diagnostics"],
        ["Strategies"] = ["Mapping", "Planning", "Sql", "Encoding", "Session", "Pipeline", "OwnConnection"],
        ["Execution"] = ["Mapping", "Graphs", "Planning", "Sql", "Strategies", "OwnConnection", "TwoPhase", "Session", "Diagnostics"],
        ["Saving"] = ["Mapping", "Planning", "Execution", "Session", "Diagnostics"],
        ["Reading"] = ["Mapping", "Planning", "Sql", "Encoding", "Execution", "OwnConnection", "Session", "Pipeline", "Diagnostics"],
        ["ByQuery"] = ["Mapping", "Planning", "Execution", "Reading", "Session", "Diagnostics"],
        ["Sharding"] = ["Planning", "Execution", "TwoPhase", "Session"],
        ["Diagnostics"] = [],
    };

    // A room uses only those before it. The empty name is the folder itself.
    private static readonly Dictionary<string, string[]> Rooms = new()
    {
        ["Mapping"] = ["Values", "Columns", "Rows", "Shapes", "Tables", "Relations", "Keys", "Results"],
        ["Planning"] = ["Server", "Options", "Statements", "Expressions", "Selection", ""],
        ["Session"] = ["Driver", "IO", "Settings", "Statements", "Ending", "", "Transactions"],
        ["Pipeline"] = ["Wire", "Messages", "Transport", ""],
        ["Strategies"] = ["", "Lookups", "Cuts"],
        ["ByQuery"] = ["Copies", "Throttling", ""],
        ["Execution"] =
        [
            "Input", "Requests", "ChangeTracking", "Keys", "Rules", "Operations", "Batching", "ServerValues", "Matching", "Preparation", "Rejecting", "Sending", "Warnings", "Feeding", "Parts", "Recovery", "Portions", "",
        ],
    };

    [Fact]
    public void A_folder_uses_only_what_it_may()
    {
        Assert.NotEmpty(SourceFile.All);
        Assert.Empty(SourceFile.All.SelectMany(file => SourceGraph.Uses[file.Path].Select(TopOf).Distinct()
            .Where(folder => folder.Length > 0 && folder != file.Folder && !Allowed[Kind(file)].Contains(folder))
            .Select(folder => $"{file.Path} uses {folder}")));
    }

    [Fact]
    public void A_room_uses_only_rooms_before_it()
    {
        (string, string)[] wrong =
        [
            .. from file in SourceFile.All
               where Rooms.ContainsKey(file.Folder)
               from used in SourceGraph.Uses[file.Path]
               where TopOf(used) == file.Folder && PlaceOf(used) > PlaceOf(file.Path)
               select (file.Path, used),
        ];
        Assert.Empty(wrong);
    }

    [Fact]
    public void Every_room_is_in_the_table()
        => Assert.Equal([], SourceFile.All.Select(file => SourceGraph.FolderOf(file.Path)).Distinct()
            .Where(folder => folder.Contains('/', StringComparison.Ordinal) ? !Rooms.TryGetValue(TopOf(folder), out string[]? rooms) || !rooms.Contains(folder[(TopOf(folder).Length + 1)..]) : !Allowed.ContainsKey(folder)));

    [Fact]
    public void No_files_use_each_other_in_a_circle()
    {
        Assert.True(SourceGraph.Uses["Execution/BulkAttempt.cs"].Count > 20, "The sources were not bound.");
        Assert.Equal([], SourceGraph.Circles(SourceGraph.Uses).Select(circle => string.Join(", ", circle)));
    }

    [Fact]
    public void A_room_of_Execution_has_a_dozen_files_and_any_other_folder_25()
        => Assert.Equal([], SourceFile.All.GroupBy(file => SourceGraph.FolderOf(file.Path))
            .Where(folder => folder.Key.Length > 0 && folder.Count() > (folder.Key.StartsWith("Execution", StringComparison.Ordinal) ? 12 : 25))
            .Select(folder => $"{folder.Key} has {folder.Count()} files"));

    [Fact]
    public void An_operation_has_six_members_and_the_rest_is_traits_and_rules()
        => Assert.InRange(typeof(Operation).GetMembers(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)
            .Count(member => member is PropertyInfo or MethodInfo { IsSpecialName: false }), 3, 6);

    [Fact]
    public void Every_folder_is_in_the_table()
        => Assert.Empty(SourceFile.All.Select(file => file.Folder).Distinct().Except(Allowed.Keys));

    [Fact]
    public void A_strategy_does_not_know_another()
    {
        string[] names = [.. InFolder("Strategies").Select(f => Path.GetFileNameWithoutExtension(f.Path)).Where(IsStrategy)];
        Assert.True(names.Length > 5);
        // Full batches are prepared, and the remainder is sent as literals.
        Assert.Equal(
            ["PreparedStrategy knows LiteralStrategy"],
            names.SelectMany(name => names.Where(other => other != name && SourceFile.Of($"Strategies/{name}.cs").Names(other)).Select(other => $"{name} knows {other}")));
    }

    [Fact]
    public void What_sends_rows_is_called_a_strategy()
        => Assert.Empty(InFolder("Strategies")
            .Where(f => Implements().IsMatch(f.Code) && !IsStrategy(Path.GetFileNameWithoutExtension(f.Path))).Select(f => f.Path));

    [Fact]
    public void The_session_knows_facts_but_no_plans()
    {
        string[] plans = [.. SourceFile.All.Where(f => f.Folder == "Planning").Select(f => Path.GetFileNameWithoutExtension(f.Path)).Except(["BoundedCache", "ServerFacts", "ServerFlavor", "SessionFacts"])];
        Assert.Contains("BulkPlan", plans);
        Assert.Empty(InFolder("Session").SelectMany(file => plans.Where(file.Names).Select(name => $"{file.Path} knows {name}")));
    }

    [Fact]
    public void What_a_driver_hides_is_read_in_one_place_for_each_driver()
        => Assert.Equal(
            ["DriverStreams/ConnectorNetMembers.cs", "DriverStreams/Members.cs"],
            InFolder("DriverStreams").Where(f => f.Names("BindingFlags")).Select(f => f.Path).Order(StringComparer.Ordinal));

    [Fact]
    public void What_runs_a_call_never_asks_which_operation_it_is()
    {
        string[] operations = [.. InFolder("Execution").Select(f => Path.GetFileNameWithoutExtension(f.Path)).Where(name => name.EndsWith("Operation", StringComparison.Ordinal) && name != nameof(RequestedOperation))];
        Assert.Equal(7, operations.Length);
        // Traits and rules are what an operation is made of.
        IEnumerable<SourceFile> others = InFolder("Execution").Where(f => !operations.Contains(Path.GetFileNameWithoutExtension(f.Path)) && !f.Path.EndsWith("Traits.cs", StringComparison.Ordinal) && !f.Path.EndsWith("Rules.cs", StringComparison.Ordinal));
        Assert.Equal(
            ["BulkCall makes DeleteOperation", "BulkCall makes ExecuteOperation", "BulkCall makes InsertOperation", "BulkCall makes InsertOrUpdateOperation", "BulkCall makes SynchronizeOperation",
                "BulkCall makes UpdateOperation"],
            others.SelectMany(file => operations.Append("BulkOperation").Where(name => name != "Operation" && file.Names(name))
                .Select(name => $"{Path.GetFileNameWithoutExtension(file.Path)} makes {name}")).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_strategy_does_not_know_the_context()
        => Assert.Empty(InFolder("Strategies").Where(f => f.Names("DbContext") || f.Names("DatabaseFacade")).Select(f => f.Path));

    [Theory]
    [InlineData("Mapping")]
    [InlineData("Graphs")]
    [InlineData("Planning")]
    [InlineData("Sql")]
    [InlineData("Encoding")]
    public void What_is_pure_never_waits(string folder)
        => Assert.Empty(InFolder(folder).Where(f => f.Names("Task") || f.Names("ValueTask") || f.Names("async") || f.Names("DbConnection")).Select(f => f.Path));

    [Fact]
    public void No_namespace_of_ours_is_used_globally()
        => Assert.Empty(SourceFile.All.Where(f => f.Code.Contains("global using", StringComparison.Ordinal)).Select(f => f.Path));

    [Fact]
    public void Only_one_file_branches_on_the_mode()
        // The other one tells interceptors about the mode.
        => Assert.Equal(["Session/IO/CommandRun.cs", "Session/IO/DbIO.cs"], SourceFile.All.Where(f => Comparison().IsMatch(f.Code)).Select(f => f.Path));

    [Fact]
    public void Two_files_are_conditional()
        // The setters of ExecuteUpdate have another type in each major version of EF Core.
        => Assert.Equal(["BulkExecuteUpdateExtensions.cs", "Session/IO/EFCoreVersion.cs"], SourceFile.All.Where(f => f.Code.Contains("#if", StringComparison.Ordinal)).Select(f => f.Path));

    [Fact]
    public void Every_file_is_in_the_namespace_of_its_folder()
        => Assert.Empty(SourceFile.All.Where(f => !f.Code.Contains($"namespace {NamespaceOf(f)};", StringComparison.Ordinal)).Select(f => f.Path));

    [Fact]
    public void The_library_references_EF_Core_and_no_provider_or_driver()
    {
        string[] names = [.. typeof(BulkResult).Assembly.GetReferencedAssemblies().Select(a => a.Name!)];
        Assert.Contains("Microsoft.EntityFrameworkCore.Relational", names);
        Assert.All(names, name => Assert.Matches(@"^(System|Microsoft\.Extensions)\.|^Microsoft\.EntityFrameworkCore(\.Abstractions|\.Relational)?$", name));
    }

    [Fact]
    public void No_file_names_a_provider_or_driver_in_code()
        => Assert.Empty(SourceFile.All.Where(f => f.Names("Pomelo") || f.Names("MySqlConnector") || f.Code.Contains("MySql.Data", StringComparison.Ordinal)).Select(f => f.Path));

    private static IEnumerable<SourceFile> InFolder(string folder)
    {
        SourceFile[] files = [.. SourceFile.All.Where(f => f.Folder == folder)];
        Assert.NotEmpty(files);
        return files;
    }

    private static bool IsStrategy(string name) => name.EndsWith("Strategy", StringComparison.Ordinal) && name is not ("IBulkStrategy" or "IFlightStrategy");

    private static string Kind(SourceFile file)
        => file.Folder.Length == 0 && file.Path.StartsWith("BulkShards.", StringComparison.Ordinal) ? "(shards)"
            : file.Folder.Length == 0 && (file.Path.EndsWith("Extensions.cs", StringComparison.Ordinal) || file.Path.EndsWith("Extension.cs", StringComparison.Ordinal)) ? "(extensions)" : file.Folder;

    private static string NamespaceOf(SourceFile file)
    {
        string folder = Path.GetDirectoryName(file.Path)!.Replace(Path.DirectorySeparatorChar, '.');
        return folder.Length == 0 ? "EFCore.MySqlBulk" : $"EFCore.MySqlBulk.{folder}";
    }

    private static string TopOf(string path) => path.Contains('/', StringComparison.Ordinal) ? path[..path.IndexOf('/', StringComparison.Ordinal)] : "";

    private static int PlaceOf(string path)
        => SourceGraph.FolderOf(path) is var folder && TopOf(path) is var top ? Array.IndexOf(Rooms[top], folder.Length > top.Length ? folder[(top.Length + 1)..] : "") : -1;

    [GeneratedRegex(@"class \w+.*: I(Bulk|Flight)Strategy\b")]
    private static partial Regex Implements();

    [GeneratedRegex(@"\.IsAsynchronous\b|(==|!=|\bis|\bis not|\bcase)\s+IOBehavior\.|IOBehavior\.\w+\s*=>")]
    private static partial Regex Comparison();
}
