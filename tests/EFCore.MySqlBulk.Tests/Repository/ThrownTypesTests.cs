using System.Text.RegularExpressions;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>Holds the rule of docs/errors.md about what a call throws, as far as the sources tell: nothing else is constructed.</summary>
public sealed partial class ThrownTypesTests
{
    /// <summary>What callers see.</summary>
    private static readonly string[] Public =
    [
        nameof(ArgumentException), nameof(InvalidOperationException), nameof(BulkOperationException), nameof(BulkConcurrencyException), nameof(OperationCanceledException), nameof(BulkCanceledException),
        nameof(System.Diagnostics.UnreachableException),
    ];

    /// <summary>What a base class or the driver asks for, or what is caught again, by the start of the path.</summary>
    private static readonly Dictionary<string, string[]> Elsewhere = new()
    {
        ["DbUpdateConcurrencyException"] = ["Saving/SaveFailure"],
        // The contract of a DbDataReader.
        ["InvalidCastException"] = ["Pipeline/TextFieldReader", "Pipeline/Wire/"],
        ["ArgumentOutOfRangeException"] = ["Pipeline/TextFieldReader"],
        // What a driver's own stream, or a wait for it, fails with.
        ["IOException"] = ["OwnConnection/"],
        ["TimeoutException"] = ["OwnConnection/", "Session/IO/"],
        // A driver whose members are not known.
        ["MissingMemberException"] = ["DriverStreams/"],
    };

    [Fact]
    public void Nothing_is_thrown_that_the_rule_does_not_name()
    {
        string[] ours = [.. typeof(BulkException).Assembly.GetTypes().Where(type => type.IsAssignableTo(typeof(Exception)) && !type.IsPublic).Select(type => type.Name)];
        (string Type, string Path)[] made = [.. SourceFile.All.SelectMany(file => Made(file.Code).Select(type => (type, file.Path)))];
        Assert.True(made.Length > 200, "The search for exceptions finds hardly any.");
        Assert.Equal([], made.Where(each => !Public.Contains(each.Type) && !ours.Contains(each.Type) && !IsElsewhere(each.Type, each.Path)).Select(each => $"{each.Type} in {each.Path}"));
        Assert.Equal([], Elsewhere.Keys.Except(made.Select(each => each.Type)));
    }

    [Fact]
    public void All_public_exceptions_have_one_base()
    {
        Type[] types = [.. typeof(BulkException).Assembly.GetExportedTypes().Where(type => type.IsAssignableTo(typeof(Exception)) && type != typeof(BulkException))];
        Assert.Equal(3, types.Length);
        // A cancellation is caught as what it is everywhere.
        Assert.All(types, type => Assert.True(type is { IsSealed: true } && type.BaseType == (type == typeof(BulkCanceledException) ? typeof(OperationCanceledException) : typeof(BulkException)), type.Name));
    }

    [Theory]
    [InlineData("throw new AException($\"x\");", "AException")]
    [InlineData("private static BException Of(string x) => new($\"{x}\");", "BException")]
    [InlineData("private static CException Of<T>(string x)\n        => new(\n", "CException")]
    [InlineData("FException f = new($\"x\");", "FException")]
    [InlineData("catch (DException e) when (e is EException)", null)]
    public void What_is_constructed_is_found(string code, string? type) => Assert.Equal(type is null ? [] : [type], Made(code));

    private static IEnumerable<string> Made(string code) => Construction().Matches(code).Concat(Returned().Matches(code)).Concat(Declared().Matches(code)).Select(match => match.Groups[1].Value);

    private static bool IsElsewhere(string type, string path) => Elsewhere.TryGetValue(type, out string[]? places) && places.Any(place => path.StartsWith(place, StringComparison.Ordinal));

    [GeneratedRegex(@"\bnew (?:[\w.]+\.)?(\w+Exception)\b")]
    private static partial Regex Construction();

    [GeneratedRegex(@"\b(\w+Exception)\??>? \w+(?:<\w+>)?\([^;{}]*?\)\s*=> new\(")]
    private static partial Regex Returned();

    [GeneratedRegex(@"\b(\w+Exception)\?? \w+ = new\(")]
    private static partial Regex Declared();
}
