using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class VariantTests
{
#if EFCORE9
    private const int Asked = 9;
#else
    private const int Asked = 10;
#endif

    [Fact]
    public void The_loaded_EF_Core_is_the_one_asked_for() =>
        Assert.Equal(Asked, typeof(RelationalDatabaseFacadeExtensions).Assembly.GetName().Version!.Major);
}
