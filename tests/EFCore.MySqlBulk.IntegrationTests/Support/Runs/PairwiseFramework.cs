using System.Reflection;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Xunit.v3;

[assembly: TestFramework(typeof(PairwiseFramework))]

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Runs the cases that <see cref="PairwiseDiscoverer" /> leaves.</summary>
public sealed class PairwiseFramework : XunitTestFramework
{
    private readonly string? _configuration;

    public PairwiseFramework()
    {
    }

    public PairwiseFramework(string? configuration)
        : base(configuration) => _configuration = configuration;

    protected override ITestFrameworkDiscoverer CreateDiscoverer(Assembly assembly) => new PairwiseDiscoverer(Of(assembly), RunPart.Asked);

    protected override ITestFrameworkExecutor CreateExecutor(Assembly assembly) => new PairwiseExecutor(Of(assembly));

    private XunitTestAssembly Of(Assembly assembly) => new(assembly, _configuration, assembly.GetName().Version);
}
