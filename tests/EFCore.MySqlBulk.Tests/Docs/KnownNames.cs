using System.Reflection;
using EFCore.MySqlBulk.Planning.Selection;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The names that documentation may use: those of the library, and those of what a user's program has besides.</summary>
internal static class KnownNames
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    // Packages of the tests that a user does not have.
    private static readonly string[] OfTests = ["EFCore.MySqlBulk.Tests", "xunit", "FsCheck", "FSharp", "Microsoft.TestPlatform", "Microsoft.Testing", "EFCore.MySqlBulk.Benchmarks", "TestServers", "OxyPlot", "Spectre", "linq2db"];

    // Names that no program here refers to.
    // Read on first use: with some providers, an assembly refers to one that is not there.
    private static HashSet<string>? _all;

    private static readonly string[] Elsewhere =
    [
        "IFormFile", "HttpContext", "RequestAborted", // ASP.NET Core
        "BulkCopy", "BulkCopyAsync", "UseTempDB", "UseRowsAffected", // other libraries, in the comparison
        "RespectBinaryFlags", "FunctionsReturnString", "TreatBlobsAsUTF8", // settings of Connector/NET
        "BulkShardingTableEnumerable", "UseShardingTransaction", // ShardingCore
        "UseNewLife", "CreateConfigOnMissing", "MachineInfo", // NewLife.MySql
        "IsTrimmable", "PublishAot", "PublishTrimmed", // properties of a project
        "PomeloPlugins", "CityFile", // a variant of the tests, and a class of a sample
        "ExplainBulkExecute", // said not to exist
        "Killed", // what MariaDB shows of a session
    ];

    /// <summary>What a user of the library writes: calls, options, members of results, methods of the builder.</summary>
    public static IReadOnlySet<string> OfCalls { get; } = typeof(BulkResult).Assembly.GetExportedTypes()
        .Where(type => type.IsAbstract || type.IsEnum || type.Name.Contains("Options", StringComparison.Ordinal) || type == typeof(BulkResult) || type.Name.StartsWith("Bulk", StringComparison.Ordinal))
        .Where(type => !typeof(Exception).IsAssignableFrom(type))
        .SelectMany(Names).ToHashSet(StringComparer.Ordinal);

    /// <summary>All of the library, of EF Core, of the provider with its driver and of .NET, and what the examples define.</summary>
    public static IReadOnlySet<string> All => _all ??= Assemblies().SelectMany(assembly => assembly.GetExportedTypes())
        .Concat(typeof(KnownNames).Assembly.GetTypes().Where(type => type.Namespace?.StartsWith(typeof(KnownNames).Namespace!, StringComparison.Ordinal) == true))
        .Append(typeof(Thresholds))
        .SelectMany(type => Names(type).Concat(type.Namespace?.Split('.') ?? []))
        .Concat(Elsewhere)
        .ToHashSet(StringComparer.Ordinal);

    private static IEnumerable<Assembly> Assemblies()
        => ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Select(Path.GetFileNameWithoutExtension)
            .Where(name => !OfTests.Any(mine => name!.StartsWith(mine, StringComparison.Ordinal)))
            .Select(name => Assembly.Load(name!));

    private static IEnumerable<string> Names(Type type)
        => type.GetMembers(Declared).Select(member => member.Name).Append(type.Name.Split('`')[0]).Append(type.Name.Replace("Attribute", "", StringComparison.Ordinal));
}
