namespace EFCore.MySqlBulk;

/// <summary>Why trimming and native AOT are not supported, as the compiler warns at each call.</summary>
internal static class CompiledAtRunTime
{
    public const string Members = "Bulk operations read entities and rows through their properties, found in the model at run time; trimming may have removed them.";

    public const string Code = "Bulk operations compile the code that reads entities and rows at run time; native AOT cannot.";
}
