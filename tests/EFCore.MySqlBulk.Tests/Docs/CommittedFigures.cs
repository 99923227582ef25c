using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The figures of inserts, updates and deletes that README and sentences of the pages name.</summary>
internal static class CommittedFigures
{
    public static Report Operations { get; } = ResultsFile.Read<Report>(RepositoryFiles.PathOf("benchmarks/results/operations.json"));

    public static Measurement Of(string operation, int rows, TechniqueKind technique) => Operations.Of(operation, rows, technique)!;
}
