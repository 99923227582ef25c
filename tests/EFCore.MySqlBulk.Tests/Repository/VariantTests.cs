using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>A build with stale outputs was seen to run silently on the other EF Core version.</summary>
public sealed class VariantTests
{
    [Fact]
    public void The_loaded_EF_Core_is_the_one_asked_for()
        => Assert.Equal(RepositoryFiles.Metadata("EFCoreVersion"), $"{typeof(DbContext).Assembly.GetName().Version!.Major}");

    [Fact]
    public void The_loaded_provider_is_the_one_asked_for()
    {
        using ModelContext context = new(_ => { });
        Assert.Contains(RepositoryFiles.Metadata("MySqlProvider"), context.Database.ProviderName, StringComparison.Ordinal);
    }
}
